import type { Ink } from "../palette.ts";
import { area, box, disc, glyph, line, repeat, ring } from "../shapes.ts";

export const aiMotifs = {
  blocks: (c: Ink) =>
    box(16, 152, 100, 72, c.line, 8) +
    box(124, 152, 100, 72, c.fill, 8) +
    box(16, 72, 64, 72, c.fill, 8) +
    box(88, 72, 136, 72, c.line, 8) +
    `<g transform="rotate(-10 120 40)">${box(64, 14, 104, 50, c.signal, 8)}</g>` +
    repeat(2, (i) => disc(46 + i * 40, 188, 10, c.ground)) +
    repeat(3, (i) => disc(120 + i * 36, 108, 10, c.ground)),
  eye: (c: Ink) =>
    area("M8 120Q120 4 232 120 120 236 8 120z", c.line) +
    disc(120, 120, 56, c.ground) +
    disc(120, 120, 38, c.signal) +
    glyph("?", 120, 120, 52, c.ground) +
    line("M44 36 28 16M120 20V0M196 36l16-20", c.fill, 11),
  books: (c: Ink) =>
    box(20, 40, 40, 160, c.line, 4) +
    box(64, 60, 32, 140, c.fill, 4) +
    box(100, 28, 44, 172, c.signal, 4) +
    `<g transform="rotate(-14 190 200)">${box(164, 48, 40, 152, c.line, 4)}${line("M174 80h20M174 100h20", c.ground, 6)}</g>` +
    line("M30 68h20M30 88h20M110 60h24M110 80h24", c.ground, 6) +
    box(8, 204, 224, 14, c.line, 4),
  dots: (c: Ink) =>
    line("M28 212V20M28 212H224", c.line, 9) +
    disc(92, 84, 56, c.fill) +
    [72, 104, 88, 116, 66].map((x, i) => disc(x, [62, 60, 88, 102, 104][i] ?? 0, 11, c.line)).join("") +
    [152, 180, 204, 168].map((x, i) => disc(x, [164, 140, 176, 188][i] ?? 0, 11, c.signal)).join("") +
    line("M28 212 88 88", c.line, 5),
  slices: (c: Ink) =>
    repeat(
      4,
      (i) =>
        box(28 + i * 10, 12 + i * 58, 164, 46, i === 1 ? c.signal : i % 2 ? c.fill : c.line, 6) +
        line(`M${46 + i * 10} ${28 + i * 58}h92M${46 + i * 10} ${44 + i * 58}h60`, i === 3 ? c.line : c.ground, 7),
    ),
  gauge: (c: Ink) =>
    line("M28 172a92 92 0 0 1 184 0", c.fill, 34) +
    line("M28 172a92 92 0 0 1 138-80", c.line, 34) +
    line("M120 172 172 104", c.signal, 15) +
    disc(120, 172, 22, c.signal) +
    ring(72, 218, 12, c.line, 6) +
    line("M120 206l13 23h-26z", c.line, 6) +
    line("M156 207l22 22M178 207l-22 22", c.line, 6),
  switch: (c: Ink) =>
    box(16, 16, 208, 88, c.line, 44) +
    disc(180, 60, 32, c.signal) +
    box(16, 136, 208, 88, c.fill, 44) +
    disc(60, 180, 32, c.line) +
    line("M108 180h72", c.line, 9),
  plug: (c: Ink) =>
    box(12, 68, 92, 104, c.line, 14) +
    line("M104 96h30M104 144h30", c.line, 14) +
    box(152, 68, 76, 104, c.fill, 14) +
    box(152, 84, 26, 24, c.ground) +
    box(152, 132, 26, 24, c.ground) +
    glyph("{ }", 57, 118, 44, c.signal) +
    line("M190 32 204 12M214 44l20-8M190 208l14 20M214 196l20 8", c.signal, 9),
  flow: (c: Ink) =>
    line("M56 56h64v64M120 120H56v64h48M120 120h68v64", c.line, 9) +
    box(12, 24, 88, 64, c.line, 8) +
    line("M20 36 56 62 92 36", c.ground, 7) +
    box(84, 92, 72, 56, c.signal, 28) +
    box(28, 164, 84, 60, c.fill, 8) +
    box(148, 164, 84, 60, c.fill, 8) +
    line("M46 186h48M46 204h30M166 186h48M166 204h30", c.line, 7),
} as const;
