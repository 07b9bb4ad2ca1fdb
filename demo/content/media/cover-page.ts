import type { DemoVideo } from "../types.ts";
import { motif } from "./motifs.ts";
import { dyeOf, ink, onField, onPaper, paper, signal, subjectOf } from "./palette.ts";
import { cloth } from "./patterns.ts";

// Pixels until the words meet the drawing.
const layouts = [
  { name: "moon", room: 336 },
  { name: "panel", room: 360 },
  { name: "night", room: 380 },
] as const;

const largestType = 62;
const largestTypeOfThreeLines = 54;

/** A cover of 640 × 360 in one of three layouts. */
export function coverPage(video: DemoVideo): string {
  const dye = dyeOf(video);
  const subject = subjectOf(video);
  const { name, room } = layoutOf(video);
  const colours = name === "moon" ? onPaper(dye) : onField(dye);
  const size = typeSize(video.cover.words, room);
  const words = video.cover.words.map((word) => `<span>${word}</span>`).join("");
  const moon = name === "moon" ? "<i></i>" : "";
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><style>${style(dye.field, dye.shade)}</style>
<body class="${name}"><div>${cloth(subject, dye.shade)}${moon}${motif(video.cover.motif, colours)}</div>
<p style="font-size:${size}px">${words}</p><b></b></body></html>`;
}

// The layout depends on the name, not on the position, so a new video does not change other covers.
function layoutOf(video: DemoVideo): (typeof layouts)[number] {
  const sum = [...video.thumbnail].reduce((total, sign) => total + sign.charCodeAt(0), 0);
  return layouts[sum % layouts.length] ?? layouts[0];
}

function typeSize(words: string[], room: number): number {
  const widest = Math.max(...words.map(widthInEms));
  return Math.min(words.length > 2 ? largestTypeOfThreeLines : largestType, Math.floor(room / widest));
}

function widthInEms(word: string): number {
  return [...word].reduce((sum, sign) => sum + (sign.charCodeAt(0) < 0x80 ? 0.6 : 1), 0);
}

function style(field: string, shade: string): string {
  return `
* { margin: 0; box-sizing: border-box }
body { width: 640px; height: 360px; overflow: hidden; position: relative; font-family: "Noto Sans CJK JP"; background: ${field}; color: ${paper} }
div, .cloth { position: absolute; inset: 0; width: 100%; height: 100% }
.cloth { left: auto; width: 320px; mask-image: linear-gradient(to right, transparent, #000 70%) }
.motif { position: absolute }
p { position: absolute; left: 36px; top: 0; bottom: 28px; display: flex; flex-direction: column; justify-content: center; font-weight: 700; line-height: 1.32; white-space: nowrap; font-feature-settings: "palt" }
b { position: absolute; left: 38px; bottom: 40px; width: 72px; height: 10px; background: ${signal} }
.moon i { position: absolute; left: 384px; top: 16px; width: 328px; height: 328px; border-radius: 50%; background: ${paper} }
.moon .motif { left: 440px; top: 92px; width: 176px; height: 176px }
.panel { background: ${paper}; color: ${ink} }
.panel div { left: 408px; width: 232px; background: ${field} }
.panel .cloth { width: 100%; mask-image: none; opacity: .6 }
.panel .motif { left: 22px; top: 86px; width: 188px; height: 188px }
.night .motif { left: 424px; top: 82px; width: 196px; height: 196px }
.night::after { content: ""; position: absolute; inset: 0; border: 10px solid ${shade} }
`;
}
