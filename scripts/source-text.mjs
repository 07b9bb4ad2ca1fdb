/**
 * Splits TypeScript or JavaScript into code and comments. Strings are blanked, and so is everything that belongs to the
 * other half, so that both keep their lines.
 * @returns {{ code: string, comments: { line: number, text: string }[] }}
 */
export function splitSource(source) {
  let code = "";
  const comments = [];
  let line = 1;
  let at = 0;
  const take = (length) => {
    const text = source.slice(at, at + length);
    at += length;
    line += text.split("\n").length - 1;
    return text;
  };
  const blank = (text) => text.replace(/[^\n]/g, " ");
  while (at < source.length) {
    const rest = source.slice(at, at + 2);
    if (rest === "//" || rest === "/*") {
      const end = rest === "//" ? source.indexOf("\n", at) : source.indexOf("*/", at) + 2;
      const from = line;
      const text = take((end < at + 2 ? source.length : end) - at);
      const previous = comments.at(-1);
      // Lines of comments below each other are one text.
      const continues = rest === "//" && previous?.kind === "//" && previous.end === from - 1;
      if (continues) Object.assign(previous, { text: `${previous.text}\n${text}`, end: from });
      else comments.push({ line: from, end: line, kind: rest, text });
      code += blank(text);
    } else if (rest[0] === '"' || rest[0] === "'") {
      const [text] = /^(["'])(\\.|(?!\1)[^\\\n])*\1?/s.exec(source.slice(at)) ?? [rest[0]];
      code += blank(take(text.length));
    } else if (rest[0] === "`") {
      const [text] = /^`(\\.|[^\\`])*`?/s.exec(source.slice(at)) ?? [rest[0]];
      const expressions = text.replace(/\$\{([^{}]*)\}|[^\n]/g, (all, inner) =>
        inner === undefined ? " " : `  ${inner} `,
      );
      code += take(text.length) && expressions;
    } else if (rest[0] === "/" && /[=(,:!&|?{;[\n>]\s*$|\breturn\s*$/.test(code.slice(-20))) {
      const [text] = /^\/(\\.|\[(\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/.exec(source.slice(at)) ?? ["/"];
      code += blank(take(text.length));
    } else code += take(1);
  }
  return { code, comments: comments.map(({ line: first, text }) => ({ line: first, text: withoutMarks(text) })) };
}

/** Blanks what makes a text a comment. */
function withoutMarks(text) {
  return text.replace(/\*\/$/, "  ").replace(/^(\s*)(\/\/|\/\*\*?|\*)/gm, (all) => " ".repeat(all.length));
}

/** Blanks code blocks, so that a document keeps its lines. */
export function proseOf(markdown) {
  return markdown.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, " "));
}
