import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ATTACKS } from "./attacks.ts";
import { SourceCopy } from "./source-copy.ts";

const copy = () => {
  const made = new SourceCopy();
  onTestFinished(() => made.remove());
  return made;
};

test("every attack has a defect that applies to today's source, and that can be taken back", () => {
  const { root, plant } = bound(copy());
  const defects = ATTACKS.flatMap(({ name, plant: first, alsoPlant = [] }) =>
    [first, ...alsoPlant].map((defect) => ({ name, defect })),
  );
  for (const { name, defect } of defects) {
    expect(defect.length, name).toBeGreaterThan(0);
    const texts = () => defect.map(({ file }) => readFileSync(join(root, file), "utf8"));
    const before = texts();
    const restore = plant(defect);
    expect(texts(), name).not.toEqual(before);
    restore();
    expect(texts(), name).toEqual(before);
  }
});

test("a text that does not stand in the source exactly once is no defect", () => {
  const { root, plant } = bound(copy());
  const file = "server/src/app.ts";
  const before = readFileSync(join(root, file), "utf8");
  const good = { file, from: before.slice(0, 200), to: "" };
  expect(() => plant([good, { file, from: "no such text", to: "" }])).toThrow("holds 0 times: no such text");
  expect(() => plant([{ file, from: "import ", to: "" }])).toThrow(/holds \d+ times: import /);
  expect(readFileSync(join(root, file), "utf8")).toBe(before);
});

test("the copy is gone afterwards, and the source was not touched", () => {
  const made = new SourceCopy();
  expect(existsSync(join(made.root, "server/src/app.ts"))).toBe(true);
  made.remove();
  expect(existsSync(made.root)).toBe(false);
});

const bound = (made: SourceCopy) => ({ root: made.root, plant: made.plant.bind(made) });
