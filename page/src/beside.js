// Runs jobs.js in a worker, which loads this script again, or in the page if workers are not
// allowed. Errors in the worker are raised here with the same words.
import { find, painted } from "./dom.js";
import { jobs } from "./jobs.js";
import { onProgress, startKernels } from "./kernels.js";
import { FileProblem } from "./problem.js";
import { startTexts } from "./texts.js";
import { chooseLanguage, currentLanguage } from "./words.js";

const waiting = new Map();
let worker = null;
let given = null;
let last = 0;
let working = 0;

// `start` has the kernels and the texts.
export function startBeside(start) {
  given = start;
  try {
    const script = new Blob([find("script[type=module]").textContent], { type: "text/javascript" });
    worker = new Worker(URL.createObjectURL(script));
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { fail } of waiting.values()) fail(new Error(event.message));
      waiting.clear();
    };
    worker.postMessage({ given });
  } catch {
    worker = null;
  }
}

// Requests a job, while the page shows that it is busy. `onShare` gets the finished share.
export async function ask(name, what = {}, onShare = () => {}) {
  const { dataset } = document.documentElement;
  dataset.working = String(++working);
  try {
    return await (worker ? askWorker(name, what, onShare) : painted().then(() => jobs[name](what)));
  } finally {
    dataset.working = String(--working);
  }
}

function askWorker(name, what, onShare) {
  const id = ++last;
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail, onShare });
    worker.postMessage({ id, name, what, language: currentLanguage() }, what.files ? what.files.map(({ bytes }) => bytes) : []);
  });
}

// Stops the current work. The next worker has neither table nor set.
export function stopBeside() {
  if (worker === null) return;
  worker.terminate();
  const stopped = [...waiting.values()];
  waiting.clear();
  startBeside(given);
  for (const { fail } of stopped) fail(new Stopped());
}

export class Stopped extends Error {}

function hear({ id, value, problem, share }) {
  const asked = waiting.get(id);
  if (!asked) return;
  if (share !== undefined) {
    asked.onShare(share);
    return;
  }
  waiting.delete(id);
  if (problem) asked.fail(problem.values ? new FileProblem(problem.message, problem.values) : new Error(problem.message));
  else asked.done(value);
}

export function startWith({ kernels, texts }) {
  startTexts(texts);
  return startKernels(kernels);
}

// Runs jobs in the worker, one after the other.
export function serve() {
  let before = Promise.resolve();
  globalThis.onmessage = ({ data }) => {
    before = before.then(() => (data.given ? startWith(data.given) : serveOne(data)));
  };
}

async function serveOne({ id, name, what, language }) {
  chooseLanguage(language);
  onProgress((share) => share > 0 && postMessage({ id, share }));
  try {
    const value = structuredClone(await jobs[name](what));
    postMessage({ id, value }, [...buffersIn(value)]);
  } catch (error) {
    const message = error instanceof RangeError ? "out of memory" : error.message;
    postMessage({ id, problem: { message, values: error instanceof FileProblem ? error.values : null } });
  }
}

// Buffers that are transferred rather than copied.
function buffersIn(x, found = new Set()) {
  if (ArrayBuffer.isView(x)) found.add(x.buffer);
  else if (x instanceof Map || Array.isArray(x)) for (const part of x.values()) buffersIn(part, found);
  else if (x && typeof x === "object") Object.values(x).forEach((part) => buffersIn(part, found));
  return found;
}
