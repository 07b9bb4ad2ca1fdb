import { stripTypeScriptTypes } from "node:module";

/** One defect: the text from `start` to `end` of a file is replaced. */
export interface Defect {
  start: number;
  end: number;
  to: string;
}

type Rule = [
  pattern: RegExp,
  to: string | ((found: string) => string),
  /** The whole text that the defect replaces, from where the pattern was found; empty: there is none. */
  reach?: (text: string, from: number, found: string) => string,
];

const oneMore = (number: string) => String(Number(number.replaceAll("_", "")) + 1);

/** Each of two texts becomes the other. */
const either = (one: string, other: string): Rule[] => [
  [new RegExp(one.replace(/[|.(+]/g, "\\$&"), "g"), other],
  [new RegExp(other.replace(/[|.(+]/g, "\\$&"), "g"), one],
];

/** Defects of programs. The formatter puts spaces around operators, so that types and markup do not look like them. */
const CODE: Rule[] = [
  ...either(" < ", " <= "),
  ...either(" > ", " >= "),
  ...either(" === ", " !== "),
  ...either(" && ", " || "),
  ...either(" + ", " - "),
  ...either("Math.max", "Math.min"),
  ...either(".some(", ".every("),
  [/ && /g, " ", operandAt],
  [/(?<=[([ ])!(?=[a-z(])/g, ""],
  [/(?<=\bif )\(/g, "(false)", parenthesised],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/Math\.ceil/g, "Math.floor"],
  [/Math\.floor/g, "Math.ceil"],
  [/Math\.round/g, "Math.floor"],
  [/\.find\(/g, ".findLast("],
  [/^ +await [\w.]+\(.*\);$/gm, ""],
  // How many objects one call of the provider brings, and the waits of a network, are no rule of the product.
  [
    /(?<![\w.$"'{]|limit: |(?:TIMEOUT|INTERVAL|DRAIN)\w* = |(?:Timeout|maxMessages): |pause\()\d[\d_]*(?![\w.]|n\b)/g,
    oneMore,
  ],
];

const SQL: Rule[] = [
  ...either(" < ", " <= "),
  ...either(" > ", " >= "),
  [/ is not null\b/g, " is null"],
  [/ is null\b/g, " is not null"],
  [/\bnot (?=\w+\.\w|exists)/g, ""],
  [/\bdesc\b/g, "asc"],
  [/\s(?:and|or) /g, " ", operandAt],
  [/ and /g, " or "],
  [/(?<=interval ')\d+/g, oneMore],
];

/** Everything that is no program: comments, strings, and templates, in which `${…}` may hold further ones. */
const TEXTS =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`/g;
const IS_SQL =
  /^[`"]\s*(?:select|insert|update|delete|with|case|not|coalesce|exists)\b[\s\S]*\b(?:from|where|set|and|case)\b/i;
const IS_TEMPLATE_PART = /\$\{/;

/** All defects that can be planted in a TypeScript file. */
export function defectsIn(source: string): Defect[] {
  // Types become spaces, so that positions stay.
  const program = stripTypeScriptTypes(source, { mode: "strip" }).replace(/^import [\s\S]*?;$/gm, blank);
  const texts = [...program.matchAll(TEXTS)];
  const code = program.replace(TEXTS, blank);
  const inSql = texts
    .filter(([text]) => IS_SQL.test(text))
    .flatMap(({ 0: text, index }) => apply(SQL, text.replace(/\$\{[^}]*\}/g, blank), text, index));
  const inTemplates = texts
    .filter(([text]) => IS_TEMPLATE_PART.test(text) && !IS_SQL.test(text))
    .flatMap(({ 0: text, index }) =>
      [...text.matchAll(/\$\{([^}`]*)\}/g)].flatMap((part) =>
        apply(CODE, part[0].replace(/"[^"]*"/g, blank), part[0], index + part.index),
      ),
    );
  return [...apply(CODE, code, program, 0), ...inSql, ...inTemplates];
}

/** Applies rules to a text that begins at `offset` of its file. */
function apply(rules: Rule[], searched: string, text: string, offset: number): Defect[] {
  return rules.flatMap(([pattern, to, reach]) =>
    [...searched.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const whole = reach ? reach(text, index, found) : found;
      const start = offset + index;
      const planted = typeof to === "string" ? to : to(whole);
      return whole === "" ? [] : [{ start, end: start + whole.length, to: planted }];
    }),
  );
}

/** From a parenthesis to the one that closes it. */
function parenthesised(text: string, index: number): string {
  let depth = 0;
  for (let end = index; end < text.length; end++) {
    if (text[end] === "(") depth++;
    if (text[end] === ")" && --depth === 0) return text.slice(index, end + 1);
  }
  return "";
}

/** The operator at `index` with what follows it, up to the next operator or the end of the expression. */
function operandAt(text: string, index: number, operator: string): string {
  let depth = 0;
  for (let end = index + operator.length; end < text.length; end++) {
    const char = text[end] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    const isOver =
      depth < 0 ||
      (depth === 0 &&
        /^(?:[;,`?]| && | \|\| |\s(?:and|or|order by|group by|limit|for|returning|end|when|then|on conflict)\b)/.test(
          text.slice(end, end + 14),
        ));
    if (isOver) return text.slice(index, end);
  }
  return "";
}

/** Spaces of the same length. */
const blank = (text: string) => text.replace(/[^\n]/g, " ");
