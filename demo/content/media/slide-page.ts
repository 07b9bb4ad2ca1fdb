import type { DemoVideo } from "../types.ts";
import { motif } from "./motifs.ts";
import { dyeOf, ink, muted, onField, paper } from "./palette.ts";

/** The slide of one chapter, 640 × 360; ffmpeg adds time and progress. */
export function slidePage(video: DemoVideo, chapter: number): string {
  const dye = dyeOf(video);
  const name = video.chapters[chapter]?.title;
  if (name === undefined) throw new Error(`${video.video_id} has no chapter ${chapter + 1}`);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><style>
* { margin: 0; box-sizing: border-box }
body { width: 640px; height: 360px; overflow: hidden; position: relative; font-family: "Noto Sans CJK JP"; background: ${paper}; color: ${ink}; line-break: strict; word-break: auto-phrase }
aside { position: absolute; left: 0; top: 0; width: 136px; height: 352px; background: ${dye.field}; color: ${paper}; text-align: center }
aside strong { display: block; margin-top: 64px; font-size: 96px; line-height: 1 }
aside span { display: block; margin-top: 20px; font-size: 20px; font-weight: 700 }
aside .motif { position: absolute; left: 28px; bottom: 24px; width: 80px; height: 80px }
h1 { position: absolute; left: 168px; top: 40px; width: 440px; font-size: 22px; line-height: 1.45; font-weight: 700; color: ${muted} }
h2 { position: absolute; left: 168px; top: 128px; width: 440px; height: 132px; display: flex; align-items: center; font-size: 34px; line-height: 1.35; font-weight: 700; text-wrap: balance }
</style><body><aside><strong>${chapter + 1}</strong><span>全${video.chapters.length}件</span>${motif(video.cover.motif, onField(dye))}</aside><h1>${video.title}</h1><h2>${name}</h2></body></html>`;
}
