// The exercises of the course with the sliders, one per lesson.
import tables from "../generated/tables.json";
import { tr } from "./words.js";

export const exercises = () => tables.exercises.map(({ title, task, look, setUp, answer }) => ({
  title: tr(title), task: tr(task), look: tr(look), setUp, answer: tr(answer.text, answer.values),
}));
