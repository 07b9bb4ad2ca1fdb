// `npm run words [-- folder …]`: the rules of CONTRIBUTING.md on words, folders and paths, as far as a program can check them.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { proseOf, splitSource } from "./source-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const SKIPPED = new Set(["node_modules", "dist", "data", ".git", "test-results", "prove-results", "migrations"]);

/** Folders of content, which may have any number of entries. */
const CONTENT = new Set(["drawings", "thumbnails", "clips", "migrations", "decisions", "releases"]);
const MAX_ENTRIES = 20;
/** Folders of areas, which the floors of `.oxlintrc.json` order. */
const AREAS = new Set(["server/src", "web/src"]);

/** Private words as a part of an identifier, such as `ownerPlace`, and the term to use instead. */
const PARTS_OF_IDENTIFIERS = {
  announce: "printStartupBanner",
  asking: "withProviderErrors",
  ceiling: "baseline",
  ceilings: "baselines",
  fault: "error",
  faults: "errors",
  kept: "saved",
  letters: "emails",
  outdate: "invalidate",
  place: "index, clientNetwork, position or location",
  places: "indexes, networks, positions or locations",
  proof: "drill, or the field's term",
  prove: "drill",
  prover: "drill",
  prune: "deleteExpired…",
  sameness: "the key's own name",
  seats: "slots",
  tidy: "deleteExpired…",
  viewer: "currentUser",
  volley: "burst",
  wish: "desired",
  written: "serialized",
};

/** Private words as a whole identifier. */
const IDENTIFIERS = {
  Act: "AuditContext",
  AT_ONCE: "maxConcurrentBatches",
  Catalogue: "CatalogCache",
  forgetOld: "deleteExpired…",
  giveEventBack: "releaseEvent",
  grant: "flush, or the field's term",
  isOpenEnded: "isOutcomeUnknown",
  JobPass: "FailureCollector",
  keepCards: "primeCards",
  loadCards: "getCards",
  MOST: "maxBatchSize",
  parts: "deps",
  share: "memoize",
  shareOwn: "memoizeForUser",
  Snapshot: "CatalogCache",
  takeEvent: "claimEvent",
};

/** Names of the database, of standards and of other people's programs, and words in their ordinary sense. */
const ALLOWED = new Set([
  "billing_letters",
  "bytesWritten",
  "formatToParts",
  "ownerProof",
  "OwnerProof",
  "sync_ticket",
  "written_ticket",
]);

/** Uses of a private word that belong to a database column or to a library's option. */
const ALLOWED_USES = [
  /\bnavigator\.share\(/g,
  /\bplace: (?:integer\(\)|index\b)/g,
  /\btable\.place\b/g,
  /\brequest\.parts\(/g,
  /\bparts: FIELDS \+ FILES\b/g,
];

/** Private words that a text does not need in another sense. */
const PROSE =
  /\b(faults?|volleys?|ceilings?|viewers?|provers?|sameness|shareOwn|keepCards|loadCards|forgetOld|giveEventBack|takeEvent|JobPass)\b/gi;

/** A sentence, or the text of a JSDoc tag, that begins with a relative pronoun. Questions may. */
const PRONOUN =
  /(^\s*|[.!?]["')]?\s+|@(?:param\s+\S+|returns?|throws?)\s+|^\s*[-*|]\s+)(Who|Whoever|What|Whatever|Where|who|whoever|what|whatever|where)\b(?! if\b)([^.!?]*)([.!?]|$)/gm;

const PATH = /(?<![\w/.:@$#{}<>*-])(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.(?:tsx?|mjs|mts|md|sql|yaml|css)\b(?![\w/*{<:(])/g;
const DECISION = /\bdecisions\/((?:archive\/)?\d{3})\b/gi;

/** @returns every file of ours, relative to the root, with slashes */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return [relative(root, path).replaceAll("\\", "/")];
  });
}

const lineAt = (text, index, first = 1) => first + text.slice(0, index).split("\n").length - 1;
const wordsOf = (identifier) => identifier.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());

/** @returns {{ line: number, message: string }[]} */
export function findPrivateIdentifiers(code) {
  const allowed = ALLOWED_USES.flatMap((use) =>
    [...code.matchAll(use)].map(({ 0: text, index }) => ({ from: index, to: index + text.length })),
  );
  return [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: name, index }) => {
    if (ALLOWED.has(name) || name.startsWith("PROVE_")) return [];
    if (allowed.some(({ from, to }) => from <= index && index < to)) return [];
    // A share of something is plain English; only the function has another name.
    if (name === "share" && !/^[(<]/.test(code.slice(index + name.length))) return [];
    const word = wordsOf(name).find((each) => Object.hasOwn(PARTS_OF_IDENTIFIERS, each));
    const remedy = Object.hasOwn(IDENTIFIERS, name) ? IDENTIFIERS[name] : PARTS_OF_IDENTIFIERS[word];
    return remedy ? [{ line: lineAt(code, index), message: `\`${name}\`: write ${remedy}` }] : [];
  });
}

/** @returns {{ line: number, message: string }[]} */
export function findInText(text, first, isSource) {
  const found = [];
  for (const { 0: word, index } of text.matchAll(PROSE)) {
    found.push({
      line: lineAt(text, index, first),
      message: `"${word}": write the field's term (see CONTRIBUTING.md)`,
    });
  }
  for (const { 0: all, 1: before, 2: word, 4: end, index } of text.matchAll(PRONOUN)) {
    const isTag = before.includes("@");
    const opensComment = isSource && text.slice(0, index).trim() === "";
    // In the middle of a sentence a line may begin with any word.
    if (end === "?" || (word[0] === word[0].toLowerCase() && !isTag && !(opensComment && before.trim() === "")))
      continue;
    if (/^\s*\|/.test(before)) continue;
    const line = lineAt(text, index + before.length, first);
    found.push({
      line,
      message: `"${all.trim().replace(/\s+/g, " ").slice(0, 40)}…": begin with a noun, not with "${word}"`,
    });
  }
  return found;
}

/** @returns {{ line: number, message: string }[]} */
export function findMissingPaths(text, first, files) {
  const missing = [];
  for (const { 0: path, index } of text.matchAll(PATH)) {
    const clean = path.replace(/^(\.\.?\/)+/, "");
    if (files.some((file) => file === clean || file.endsWith(`/${clean}`))) continue;
    missing.push({ line: lineAt(text, index, first), message: `${path} does not exist: name the file that does` });
  }
  for (const { 0: record, 1: number, index } of text.matchAll(DECISION)) {
    if (files.some((file) => file.startsWith(`decisions/${number}-`))) continue;
    const archived = files.some((file) => file.startsWith(`decisions/archive/${number}-`));
    const remedy = archived
      ? "is in decisions/archive: cite it there, or the record in force"
      : "does not exist: cite the record that does";
    missing.push({ line: lineAt(text, index, first), message: `${record} ${remedy}` });
  }
  return missing;
}

/** @returns {{ folder: string, count: number }[]} folders with too many entries, tests not counted */
export function findFullFolders(files) {
  const entries = new Map();
  for (const file of files) {
    if (!file.includes("/") || /\.(test|spec)\.\w+$|(^|\/)test\//.test(file)) continue;
    const names = file.split("/");
    for (let depth = 1; depth < names.length; depth++) {
      if (CONTENT.has(names[depth - 1])) break;
      const folder = names.slice(0, depth).join("/");
      entries.set(folder, (entries.get(folder) ?? new Set()).add(names[depth]));
    }
  }
  return [...entries].flatMap(([folder, { size }]) =>
    size > MAX_ENTRIES && !AREAS.has(folder) ? [{ folder, count: size }] : [],
  );
}

function findIn(file, files) {
  const source = readFileSync(join(root, file), "utf8");
  if (file.endsWith(".md")) {
    const prose = proseOf(source);
    return [...findInText(prose, 1, false), ...findMissingPaths(prose, 1, files)];
  }
  const { code, comments } = splitSource(source);
  return [
    ...findPrivateIdentifiers(code),
    ...comments.flatMap(({ line, text }) => [...findInText(text, line, true), ...findMissingPaths(text, line, files)]),
  ];
}

function main(folders) {
  const files = filesBelow(root);
  const isAsked = (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder));
  let count = 0;
  for (const file of files.filter((each) => /\.(ts|tsx|mjs|mts|md)$/.test(each) && isAsked(each))) {
    // The list of private words.
    if (file === "scripts/check-words.mjs") continue;
    for (const { line, message } of findIn(file, files)) {
      console.log(`${file}:${line}: ${message}`);
      count += 1;
    }
  }
  for (const { folder, count: entries } of findFullFolders(files.filter(isAsked))) {
    console.log(`${folder}: ${entries} entries: make a folder of those that belong together, ${MAX_ENTRIES} at most`);
    count += 1;
  }
  if (count > 0) console.log(`${count} problems`);
  process.exitCode = count === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
