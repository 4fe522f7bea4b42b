#!/usr/bin/env node
/** `stammtisch-random URL TABLE`: takes a free seat and plays at random to the end. */

import { Client } from "./index.js";

declare const process: { argv: string[]; exit(status: number): never };

const [url, table] = process.argv.slice(2);
if (!url || !table) {
  console.error("usage: stammtisch-random URL TABLE");
  process.exit(2);
}
try {
  const client = await Client.connect(url, "Random");
  const seat = await client.sit(table);
  for await (const question of seat.questions()) {
    const choice = question.choices[Math.floor(Math.random() * question.choices.length)];
    if (choice) await seat.choose(question, choice);
  }
  for (const [number, place, points] of seat.public.scores) {
    console.log(`seat ${number}: place ${place} with ${points} points`);
  }
  for (const fault of client.commitments.wrong) console.error(fault);
  client.close();
  process.exit(client.commitments.wrong.length ? 1 : 0);
} catch (why) {
  console.error(String(why));
  process.exit(2);
}
