import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pathOf } from "./testing/test-titles.ts";

/** Requirements of levels 1 and 2. The text has the levels of ASVS 5.0.0 by section: in "1.5 123" requirement 1.5.3 has level 3. */
const ALL =
  `1.1 22, 1.2 1111122223, 1.3 112222222223, 1.4 222, 1.5 123, 2.1 122, 2.2 112, 2.3 12223, 2.4 23, 3.1 3, 3.2 113,
   3.3 12223, 3.4 11222233, 3.5 11122333, 3.6 3, 3.7 22333, 4.1 12233, 4.2 23333, 4.3 22, 4.4 1222, 5.1 2, 5.2 112333,
   5.3 113, 5.4 222, 6.1 122, 6.2 111111112222, 6.3 11223333, 6.4 112233, 6.5 22222333, 6.6 2223, 6.7 33, 6.8 2222,
   7.1 222, 7.2 1111, 7.3 22, 7.4 11222, 7.5 223, 7.6 22, 8.1 1233, 8.2 1123, 8.3 133, 8.4 23, 9.1 111, 9.2 1222,
   10.1 22, 10.2 223, 10.3 22223, 10.4 1111122222233333, 10.5 22222, 10.6 22, 10.7 222, 11.1 2233, 11.2 22233,
   11.3 11233, 11.4 1222, 11.5 23, 11.6 23, 11.7 33, 12.1 12233, 12.2 11, 12.3 22223, 13.1 2333, 13.2 222223,
   13.3 2233, 13.4 1222233, 14.1 22, 14.2 12223333, 14.3 122, 15.1 12233, 15.2 12233, 15.3 1222222, 15.4 3333, 16.1 2,
   16.2 22222, 16.3 2222, 16.4 222, 16.5 2223, 17.1 23, 17.2 22223333, 17.3 22`
    .split(/,\s+/)
    .flatMap((section) => {
      const [name = "", levels = ""] = section.trim().split(" ");
      return [...levels].flatMap((level, index) => (level === "3" ? [] : [`${name}.${index + 1}`]));
    });

interface Row {
  requirements: string[];
  verdict: string;
  /** Files of the project. */
  files: string[];
  /** Sentences. */
  reasons: string[];
}

const text = readFileSync(pathOf("security/asvs-5.0.md"), "utf8");

/** A span such as "1.2.6–1.2.8" stands for several requirements. */
const rows: Row[] = [...text.matchAll(/^\| ([\d.–]+) \| ([^|]+) \| [^|]+ \| (.+) \|$/gm)].map(
  ([, span = "", verdict = "", evidence = ""]) => {
    const [first = "", last = first] = span.split("–");
    const pieces = evidence.split("<br>");
    return {
      requirements: ALL.slice(ALL.indexOf(first), ALL.indexOf(last) + 1),
      verdict: verdict.trim(),
      files: pieces.flatMap((piece) => /^`([^`]+)`$/.exec(piece)?.[1] ?? []),
      reasons: pieces.filter((piece) => !piece.startsWith("`")),
    };
  },
);

test("each of the 253 requirements of levels 1 and 2 has one verdict", () => {
  expect(ALL).toHaveLength(253);
  expect(rows.flatMap(({ requirements }) => requirements)).toEqual(ALL);
});

test("counts the verdicts correctly at the top", () => {
  const counted = new Map<string, number>();
  for (const { verdict, requirements } of rows) {
    counted.set(verdict, (counted.get(verdict) ?? 0) + requirements.length);
  }
  const said = [...text.matchAll(/^\| (met|met, untested|partly|not met|does not apply) \| (\d+) \|/gm)];
  expect(new Map(said.map(([, verdict = "", count]) => [verdict, Number(count)]))).toEqual(counted);
});

test("what is met names its tests, what is untested its code, and all else a reason", () => {
  const isBare = ({ verdict, files, reasons }: Row) => {
    if (verdict === "met") return !files.some((file) => /\.(test|spec)\.tsx?$/.test(file));
    return (verdict === "met, untested" ? files : reasons).length === 0;
  };
  expect(rows.filter(isBare)).toEqual([]);
});

test("names files that exist", () => {
  expect(rows.flatMap(({ files }) => files).filter((file) => !existsSync(pathOf(file)))).toEqual([]);
});
