// A bot that plays at random: it reads a line for each question, and writes one with an option.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { options } = JSON.parse(line);
  if (options) console.log(JSON.stringify(options[Math.floor(Math.random() * options.length)]));
}
