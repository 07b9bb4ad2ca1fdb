import { aiMotifs } from "./motifs/ai.ts";
import { codeMotifs } from "./motifs/code.ts";
import { copyMotifs } from "./motifs/copy.ts";
import { marketingMotifs } from "./motifs/marketing.ts";
import type { Ink } from "./palette.ts";

const motifs: Record<string, (colours: Ink) => string> = {
  ...marketingMotifs,
  ...copyMotifs,
  ...codeMotifs,
  ...aiMotifs,
};

/** The drawing of that name as an SVG element that fills its parent. Throws for an unknown name. */
export function motif(name: string, colours: Ink): string {
  const draw = motifs[name];
  if (!draw) throw new Error(`There is no motif named ${name}`);
  return `<svg class="motif" viewBox="0 0 240 240" aria-hidden="true">${draw(colours)}</svg>`;
}
