import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The part of a path that the table of floors names: a folder, or a file beside the folders. Null: not in `side`. */
function areaOf(side, file) {
  const [area] = file.startsWith(`${side}/`) ? file.slice(side.length + 1).split("/") : [];
  return area ?? null;
}

/** @returns a sentence about an import that goes up or sideways, or null */
export function violationOf(sides, from, to) {
  for (const [side, floors] of Object.entries(sides)) {
    const [own, other] = [areaOf(side, from), areaOf(side, to)];
    if (own === null || other === null || own === other) continue;
    const [upper, lower] = [own, other].map((area) => floors.findIndex((areas) => areas.includes(area)));
    for (const [area, floor] of [
      [own, upper],
      [other, lower],
    ])
      if (floor < 0) return `The area ${area} of ${side} stands on no floor. Name it in .oxlintrc.json.`;
    if (upper > lower) continue;
    const where = upper === lower ? "beside it" : "above it";
    return (
      `The area ${own} of ${side} imports from ${other}, which stands ${where}. ` +
      `Move what both need to a floor below, or let the area that composes both pass it in (ARCHITECTURE.md, Floors).`
    );
  }
  return null;
}

const isTest = (file) => /\.test\.tsx?$|\/vitest\./.test(file);

/** The linter's rule `floors/downwards`. Its option is the table: by side, the areas of each floor from the ground up. */
const downwards = {
  meta: { schema: [{ type: "object" }] },
  create(context) {
    const from = relative(root, context.filename).replaceAll("\\", "/");
    const [sides] = context.options;
    if (isTest(from)) return {};
    const check = ({ source }) => {
      if (!source?.value?.startsWith?.(".")) return;
      const message = violationOf(sides, from, join(from, "..", source.value).replaceAll("\\", "/"));
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: (node) => check({ source: node.source ?? node.argument?.literal ?? node.argument }),
    };
  },
};

export default { meta: { name: "floors" }, rules: { downwards } };
