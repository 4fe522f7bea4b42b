/** What the client in TypeScript makes of protocol/vectors/, which come on standard input by their names. */

import { readFileSync } from "node:fs";
import { deepStrictEqual as same, throws } from "node:assert";
import { BadPatch, Chance, checkValue, commitmentOf, dealingOf, decode, encode, hexOf, patch, promiseOf, seedOf } from "stammtisch-client";

const files = JSON.parse(readFileSync(0));
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const plain = (value) => JSON.parse(JSON.stringify(value));
let rows = 0;

for (const row of [...files.client, ...files.server]) {
  same(decode(bytes(row.bytes)), row.means);
  same(hexOf(encode(row.means)), row.bytes);
  rows++;
}
for (const row of files.patches) {
  const before = plain(row.before);
  if (row.bad) throws(() => patch(before, row.means, row.words), BadPatch);
  else same(plain(patch(before, row.means, row.words)), row.after);
  same(plain(before), row.before, "the old document is not changed");
  rows++;
}
for (const row of files.checks) {
  same(checkValue(row.value), row.check);
  rows++;
}
const forms = [null, true, -1, -200, -70000, -5e9, 200, 70000, 5e9, 1.5, new Date(7), new Date(1e13 + 1)];
for (const length of [0, 1, 20, 300, 70000]) {
  const list = Array(length).fill(0);
  const map = Object.fromEntries(list.map((_, n) => [`key ${n}`, n]));
  forms.push("x".repeat(length), new Uint8Array(length), list, map, [[list], map, 1]);
}
same(decode(encode(["all forms", ...forms])), ["all forms", ...forms]);
same(decode(bytes("93a178cb3ff8000000000000ca3fc00000")), ["x", 1.5, 1.5]);
const claims = (head, times) => bytes(head.repeat(times));
throws(() => decode(claims("ddffffffff", 1)), RangeError);
throws(() => decode(claims("dd01c9c380", 1000)), RangeError);
throws(() => decode(claims("dc00ff", 1000)), RangeError, "together more than there are");
throws(() => decode(claims("dfffffffff", 1)), RangeError);
let chance;
const checks = {
  commitment: (row) => same(commitmentOf(row.secret), row.commitment),
  promise: (row) => same(promiseOf(row.luck), row.promise),
  seed: (row) => same(seedOf(row.secret, row.parts), row.seed),
  key: (row) => same(hexOf((chance = new Chance(row.seed)).key), row.key),
  draws: (row) => same(row.sides.map((sides) => chance.below(sides)), row.draws),
  shuffle: (row) => same(chance.shuffle([...row.pile]), row.after),
};
for (const row of files.dealing) {
  checks[row.kind](row);
  rows++;
}
for (const row of files.logs) {
  const found = dealingOf(decode(bytes(row.bytes)));
  for (const key of ["commitment", "promises", "lucks", "parts", "seed"]) same(found[key], row[key]);
  same(found.wrong.map(([what]) => what).join(), row.wrong);
  rows++;
}
console.log(rows);
