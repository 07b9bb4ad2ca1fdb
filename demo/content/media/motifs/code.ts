import type { Ink } from "../palette.ts";
import { area, box, disc, glyph, line, repeat, ring } from "../shapes.ts";

export const codeMotifs = {
  frames: (c: Ink) =>
    box(72, 12, 152, 112, c.fill, 8) +
    box(44, 56, 152, 112, c.line, 8) +
    box(56, 68, 128, 88, c.ground, 4) +
    box(16, 104, 152, 120, c.line, 8) +
    box(28, 116, 128, 96, c.ground, 4) +
    box(40, 130, 52, 68, c.signal, 4) +
    line("M108 140h34M108 164h34M108 188h20", c.line, 9),
  clock: (c: Ink) =>
    disc(120, 120, 106, c.fill) +
    area("M120 120V14A106 106 0 0 1 216 164z", c.signal) +
    ring(120, 120, 100, c.line, 14) +
    line("M120 56v64l44 20", c.line, 14) +
    disc(120, 120, 11, c.line),
  form: (c: Ink) =>
    box(24, 12, 192, 216, c.line, 12) +
    box(44, 40, 152, 36, c.ground, 6) +
    box(44, 92, 152, 36, c.ground, 6) +
    line("M58 58h60", c.fill, 9) +
    line("M58 110h36", c.fill, 9) +
    line("M164 56l10 10 16-20", c.signal, 9) +
    line("M164 108l10 10 16-20", c.signal, 9) +
    box(44, 152, 96, 48, c.signal, 8),
  shield: (c: Ink) =>
    area("M120 8 216 44v76c0 58-40 92-96 112C64 212 24 178 24 120V44z", c.line) +
    area("M120 40 188 66v56c0 42-28 66-68 82z", c.fill) +
    line("M76 120 108 152 168 88", c.signal, 18),
  invoice: (c: Ink) =>
    area("M48 8h144v220l-24-16-24 16-24-16-24 16-24-16-24 16z", c.line) +
    box(72, 36, 64, 14, c.ground, 3) +
    line("M76 80h36M148 80h20M76 108h36M148 108h20M76 136h36M148 136h20", c.ground, 8) +
    box(72, 160, 96, 26, c.signal, 4),
  table: (c: Ink) =>
    box(12, 32, 216, 176, c.line, 8) +
    repeat(12, (i) => {
      const row = Math.floor(i / 3);
      const column = i % 3;
      return box(24 + column * 66, 44 + row * 40, 60, 34, row === 0 ? c.fill : column === 1 ? c.signal : c.ground, 3);
    }) +
    glyph("ｶﾅ", 54, 61, 24, c.line) +
    glyph("カナ", 120, 61, 24, c.line),
  gate: (c: Ink) =>
    disc(120, 104, 88, c.fill) +
    line("M20 56Q120 84 220 56", c.line, 20) +
    line("M44 104h152", c.line, 14) +
    line("M72 76V224M168 76V224", c.line, 18) +
    box(108, 74, 24, 34, c.signal, 3),
  rocket: (c: Ink) =>
    area("M84 168 52 224l52-24zM156 168l32 56-52-24z", c.fill) +
    area("M120 8c44 40 52 92 36 168H84C68 100 76 48 120 8z", c.line) +
    disc(120, 92, 24, c.signal) +
    ring(120, 92, 24, c.ground, 7) +
    area("M100 184h40l-20 52z", c.signal),
  card: (c: Ink) =>
    box(44, 28, 188, 120, c.fill, 14) +
    box(8, 76, 200, 132, c.line, 14) +
    box(8, 104, 200, 26, c.ground) +
    box(28, 152, 44, 32, c.signal, 6) +
    line("M104 160h76M104 182h44", c.ground, 8),
  pulse: (c: Ink) =>
    box(12, 32, 216, 152, c.line, 12) +
    box(24, 44, 192, 128, c.ground, 6) +
    repeat(3, (i) => box(24, 74 + i * 32, 192, 3, c.fill)) +
    line("M32 112h44l16-44 28 84 22-60 12 20h54", c.signal, 11) +
    box(104, 184, 32, 24, c.line) +
    box(68, 206, 104, 14, c.line, 7),
} as const;
