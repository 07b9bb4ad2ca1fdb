import { describe, expect, test } from "vitest";
import { findFullFolders, findInText, findMissingPaths, findPrivateIdentifiers } from "./check-words.mjs";
import { splitSource } from "./source-text.mjs";

const identifiersIn = (source) => findPrivateIdentifiers(splitSource(source).code).map(({ message }) => message);
const sentencesIn = (text, isSource = true) => findInText(text, 1, isSource).map(({ line }) => line);

describe("private identifiers", () => {
  test("are found as a whole and as a part of a longer one", () => {
    expect(identifiersIn("const keptList = shareOwn(FilePlace);")).toEqual([
      "`keptList`: write saved",
      "`shareOwn`: write memoizeForUser",
      "`FilePlace`: write index, clientNetwork, position or location",
    ]);
  });
  test("are found in expressions of templates, and not in text", () => {
    expect(identifiersIn("const text = `a place ${place} kept`; // faults")).toHaveLength(1);
    expect(identifiersIn('const text = "place"; const pattern = /place/;')).toEqual([]);
  });
  test("do not include longer words, names of the database and the share of something", () => {
    expect(identifiersIn("replace(placeholder, billing_letters, sync_ticket, share);")).toEqual([]);
    expect(identifiersIn("share(read)")).toHaveLength(1);
    expect(identifiersIn("const rows = { place: index }; request.parts();")).toEqual([]);
    expect(identifiersIn("const rows = { place: entry.place };")).toHaveLength(2);
  });
});

describe("sentences without a subject", () => {
  test("are found at the beginning of a comment, of a sentence and of a JSDoc tag", () => {
    expect(sentencesIn("What a member sees.")).toEqual([1]);
    expect(sentencesIn("A member signs in.\nWho is late waits.")).toEqual([2]);
    expect(sentencesIn("@param page where the entries are")).toEqual([1]);
  });
  test("do not include questions and clauses in the middle of a sentence", () => {
    expect(sentencesIn("What is a lease?")).toEqual([]);
    expect(sentencesIn("The table says\nwhat a member sees.", false)).toEqual([]);
  });
});

test("comments keep their lines, and adjacent lines are one text", () => {
  expect(splitSource('const a = "//";\n// One\n// two.\n/** Three. */\n').comments).toEqual([
    { line: 2, text: "   One\n   two." },
    { line: 4, text: "    Three.   " },
  ]);
});

test("paths and records that do not exist are found, wherever the folder begins", () => {
  const files = ["server/src/mail/outbox.ts", "decisions/024-load.md", "decisions/archive/026-old.md"];
  const text =
    "See mail/outbox.ts, mail/inbox.ts, decisions/024, decisions/archive/026 and\ndecisions/025.\nDecisions/026.";
  const found = findMissingPaths(text, 1, files);
  expect(found.map(({ line, message }) => [line, message.split(" ")[0]])).toEqual([
    [1, "mail/inbox.ts"],
    [2, "decisions/025"],
    [3, "Decisions/026"],
  ]);
});

test("folders with more than 20 entries are found; tests and content do not count", () => {
  const named = (folder, ending) => Array.from({ length: 21 }, (_, index) => `${folder}/${index}${ending}`);
  const files = [...named("web/src/ui", ".ts"), ...named("e2e", ".spec.ts"), ...named("demo/clips", ".webm")];
  expect(findFullFolders(files)).toEqual([{ folder: "web/src/ui", count: 21 }]);
});
