import { expect, test } from "vitest";
import { defectsIn } from "./rules.ts";

/** Every changed form of a source. */
const changed = (source: string) =>
  defectsIn(source).map(({ start, end, to }) => source.slice(0, start) + to + source.slice(end));

test.each<[string, string[]]>([
  ["const MAX = 1_500;", ["const MAX = 1501;"]],
  ["connect({ idleTimeout: 10_000 });\nawait pause(1000).then(open);", []],
  ["a < b;", ["a <= b;"]],
  ["a >= b;", ["a > b;"]],
  ["a === b;", ["a !== b;"]],
  ["f(a && b(c, d) || e);", ["f(a || b(c, d) || e);", "f(a && b(c, d) && e);", "f(a  || e);"]],
  ["if (a(b)) c();", ["if (false) c();"]],
  ["Math.ceil(a + b);", ["Math.floor(a + b);", "Math.ceil(a - b);"]],
  ["const isOpen: boolean = !isClosed;", ["const isOpen: boolean = isClosed;"]],
  ["  await release(db, id);\n", ["\n"]],
  ["const kept: A<B> = c as D | E;", []],
  ['// a < b and c > d\nconst text = "a && b";', []],
  ["const text = `${a + b}円（10 % < x）`;", ["const text = `${a - b}円（10 % < x）`;"]],
])("%s", (source, expected) => {
  expect(changed(source).toSorted()).toEqual(expected.toSorted());
});

test("conditions of SQL are dropped, turned and moved by one", () => {
  const found = changed("q(`select a from b where c < $1 and not d.e and f is null order by a desc`);");
  for (const form of [
    "where c <= $1 and not d.e and f is null",
    "where c < $1 and d.e and f is null",
    "where c < $1 and not d.e and f is not null",
    "where c < $1  and f is null",
    "where c < $1 and not d.e  order by",
    "where c < $1 or not d.e and f is null",
    "order by a asc",
  ]) {
    expect(
      found.some((each) => each.includes(form)),
      form,
    ).toBe(true);
  }
});
