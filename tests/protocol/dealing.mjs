/** The rows of dealing.json and logs.json (on standard input, as one array each) that come out otherwise here. */

import { readFileSync } from "node:fs";
import { decode } from "../../server/web/net/codec.js";
import { Chance, commitmentOf, dealingOf, hexOf, promiseOf, seedOf } from "../../server/web/net/dealing.js";

const [rows, logs] = JSON.parse(readFileSync(0));
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
const wrong = [];
const same = (found, wanted, row) => JSON.stringify(found) === JSON.stringify(wanted) || wrong.push([row, found]);
let chance;
const checks = {
  commitment: (row) => same(commitmentOf(row.secret), row.commitment, row),
  promise: (row) => same(promiseOf(row.luck), row.promise, row),
  seed: (row) => {
    same(row.promises.map((promise, seat) => row.lucks[seat] || promise), row.parts, row);
    same(seedOf(row.secret, row.parts), row.seed, row);
    same(hexOf(new Chance(row.seed).key), row.key, row);
  },
  key: (row) => same(hexOf((chance = new Chance(row.seed)).key), row.key, row),
  draws: (row) => same(row.sides.map((sides) => chance.below(sides)), row.draws, row),
  shuffle: (row) => {
    same(chance.drawn, row.from, row);
    same(chance.shuffle([...row.pile]), row.after, row);
    same(chance.drawn, row.drawn, row);
  },
};
for (const row of rows) checks[row.kind](row);
for (const row of logs) {
  const found = dealingOf(decode(bytes(row.bytes)));
  for (const key of ["commitment", "promises", "lucks", "parts", "seed"]) same(found[key], row[key], row);
  same(found.wrong.map(([what]) => what).join(), row.wrong, row);
}
console.log(JSON.stringify({ rows: rows.length + logs.length, wrong }));
