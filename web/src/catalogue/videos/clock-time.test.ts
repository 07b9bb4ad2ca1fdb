import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../..");

test("no label, hint, message or line of text tells a time of a video as if it were a time of day", () => {
  const exclude = (name: string) => name.includes(".test.");
  const bare = globSync("**/*.{ts,tsx}", { cwd: SOURCES, exclude }).flatMap((file) => {
    const text = readFileSync(resolve(SOURCES, file), "utf8");
    const found = text.matchAll(
      /\$\{(formatClock|formatTimeCode)\(.*|.*\$\{(\w+\.)?time_formatted\}.*|^\s*\{time_formatted\}.*/gm,
    );
    return [...found].map(([line]) => `${file}: ${line.trim()}`);
  });
  // Staff's own text below a video, where each time becomes a link with a ClockTime.
  expect(bare.filter((line) => !line.startsWith("staff/editor/questions/entry.ts:"))).toEqual([]);
});
