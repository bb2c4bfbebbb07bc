// Problems of files that the user can correct, in words of the page with values.
export class FileProblem extends Error {
  constructor(text, values = {}) {
    super(text);
    this.values = values;
  }
}
