import { categories } from "../categories.ts";
import type { DemoVideo } from "../types.ts";

export const paper = "#FAF8F3";
export const ink = "#1B1E24";
export const signal = "#F2B233";
export const muted = "#5C5F66";
export const track = "#E4DED0";

/** The colours of one subject. `paper` is legible on the first two. */
export type Dye = { field: string; shade: string; tint: string };

/** The colours of a motif. */
export type Ink = { line: string; fill: string; signal: string; ground: string };

export const indigo: Dye = { field: "#1F4478", shade: "#35598F", tint: "#D9E3F0" };

// 藍, 弁柄, 深緑 and 紫紺, in the order of the parent categories.
const dyes: Dye[] = [
  indigo,
  { field: "#963526", shade: "#B04F3F", tint: "#F3DDD6" },
  { field: "#1C5546", shade: "#346F5F", tint: "#D6E8E0" },
  { field: "#463769", shade: "#5F4F86", tint: "#E3DDEF" },
];

/** The index of the parent of a video's first category; -1 when the category is unknown. */
export function subjectOf(video: DemoVideo): number {
  const first = video.categories[0] ?? "";
  return categories.findIndex(({ name, children }) => name === first || children.includes(first));
}

/** @throws when the video's first category is unknown */
export function dyeOf(video: DemoVideo): Dye {
  const dye = dyes[subjectOf(video)];
  if (!dye) throw new Error(`${video.video_id} has no known category`);
  return dye;
}

export function onField(dye: Dye): Ink {
  return { line: paper, fill: dye.shade, signal, ground: dye.field };
}

export function onPaper(dye: Dye): Ink {
  return { line: dye.field, fill: dye.tint, signal, ground: paper };
}
