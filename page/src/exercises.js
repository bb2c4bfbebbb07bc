// The exercises of the course that are done at the sliders, one of each lesson.
import tables from "../generated/tables.json";
import { tr } from "./words.js";

export const exercises = () => tables.exercises.map(({ title, task, look, setUp, answer }) => ({
  title: tr(title), task: tr(task), look: tr(look), setUp, answer: tr(answer.text, answer.values),
}));
