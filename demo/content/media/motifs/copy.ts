import type { Ink } from "../palette.ts";
import { area, box, disc, glyph, line, repeat, ring } from "../shapes.ts";

export const copyMotifs = {
  type: (c: Ink) =>
    repeat(9, (i) => box(20 + (i % 3) * 68, 20 + Math.floor(i / 3) * 68, 60, 60, i === 4 ? c.signal : c.fill, 6)) +
    ["問", "数", "対", "告", "限", "手", "崩", "＋", "＋"]
      .map((sign, i) => glyph(sign, 50 + (i % 3) * 68, 50 + Math.floor(i / 3) * 68, 36, i === 4 ? c.ground : c.line))
      .join(""),
  steps: (c: Ink) =>
    repeat(4, (i) => box(16 + i * 52, 176 - i * 46, 52, 48 + i * 46, i === 3 ? c.line : c.fill)) +
    repeat(3, (i) => box(16 + i * 52, 176 - i * 46, 52, 10, c.line)) +
    disc(198, 18, 16, c.signal),
  swap: (c: Ink) =>
    box(12, 52, 96, 136, c.fill, 10) +
    box(132, 52, 96, 136, c.line, 10) +
    line("M32 88h56M32 116h56M32 144h32", c.line, 8) +
    glyph("3", 180, 118, 96, c.signal) +
    line("M92 216h56M132 200l18 16-18 16", c.line, 10),
  wave: (c: Ink) =>
    disc(120, 120, 108, c.fill) +
    repeat(9, (i) => {
      const half = [18, 38, 62, 34, 82, 48, 66, 30, 16][i] ?? 0;
      return box(26 + i * 22, 120 - half, 12, half * 2, i === 4 ? c.signal : c.line, 6);
    }),
  letter: (c: Ink) =>
    box(44, 12, 152, 216, c.line, 6) +
    line("M72 52h96M72 84h96M72 116h96M72 148h60", c.ground, 9) +
    disc(160, 184, 30, c.signal) +
    glyph("印", 160, 184, 28, c.ground),
  window: (c: Ink) =>
    box(12, 28, 216, 184, c.line, 12) +
    box(24, 64, 192, 136, c.ground, 4) +
    repeat(3, (i) => disc(34 + i * 20, 46, 6, c.ground)) +
    box(40, 84, 84, 16, c.line, 3) +
    box(40, 110, 64, 10, c.fill, 3) +
    box(40, 128, 72, 10, c.fill, 3) +
    box(40, 156, 68, 26, c.signal, 13) +
    box(136, 84, 64, 98, c.fill, 6),
  road: (c: Ink) =>
    area("M0 228 76 92 116 152 156 60 240 228z", c.fill) +
    disc(188, 44, 26, c.signal) +
    line("M40 228C60 176 156 204 132 168S84 140 120 112s40-20 36-44", c.line, 14) +
    line("M156 68V20M156 22h-34l10 12-10 12h34", c.line, 9),
  question: (c: Ink) =>
    box(16, 16, 208, 92, c.fill, 14) +
    glyph("Q", 58, 62, 62, c.line) +
    line("M100 48h96M100 76h60", c.line, 10) +
    box(16, 132, 208, 92, c.line, 14) +
    glyph("A", 58, 178, 62, c.signal) +
    line("M100 164h96M100 192h76", c.ground, 10),
  envelope: (c: Ink) =>
    box(16, 88, 208, 132, c.fill, 8) +
    box(48, 24, 144, 140, c.signal, 4) +
    line("M72 60h96M72 88h64", c.ground, 10) +
    area("M16 96 120 172 224 96V212a8 8 0 0 1-8 8H24a8 8 0 0 1-8-8z", c.line) +
    line("M20 216 96 156M220 216 144 156", c.ground, 6),
  phone: (c: Ink) =>
    box(60, 8, 120, 224, c.line, 20) +
    box(72, 32, 96, 168, c.ground, 4) +
    box(80, 44, 64, 34, c.fill, 12) +
    box(80, 86, 76, 34, c.fill, 12) +
    box(96, 132, 64, 40, c.signal, 12) +
    disc(120, 216, 7, c.ground),
  gift: (c: Ink) =>
    box(32, 108, 176, 116, c.line, 6) +
    box(20, 72, 200, 44, c.fill, 6) +
    box(104, 72, 32, 152, c.signal) +
    line("M120 70C84 70 60 20 92 18s28 52 28 52 0-54 28-52 8 52-28 52", c.signal, 13),
  fan: (c: Ink) =>
    repeat(9, (i) => {
      const angle = -60 + i * 15;
      return `<g transform="rotate(${angle} 120 208)">${box(106, 24, 28, 132, i === 6 ? c.signal : i % 2 ? c.fill : c.line, 6)}</g>`;
    }) +
    disc(120, 208, 22, c.line) +
    ring(120, 208, 10, c.ground, 5),
} as const;
