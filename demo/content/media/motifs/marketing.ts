import type { Ink } from "../palette.ts";
import { area, box, disc, glyph, line, repeat, ring } from "../shapes.ts";

export const marketingMotifs = {
  target: (c: Ink) =>
    disc(120, 120, 104, c.fill) +
    ring(120, 120, 98, c.line, 12) +
    ring(120, 120, 58, c.line, 12) +
    disc(120, 120, 24, c.signal) +
    line("M120 120 206 34M182 30l28-4-4 28", c.line, 12),
  speech: (c: Ink) =>
    area(
      "M24 36h136a16 16 0 0 1 16 16v68a16 16 0 0 1-16 16H84l-36 34v-34H24a16 16 0 0 1-16-16V52a16 16 0 0 1 16-16z",
      c.line,
    ) +
    repeat(3, (i) => disc(52 + i * 40, 86, 11, c.ground)) +
    area("M112 152h104a14 14 0 0 1 14 14v42a14 14 0 0 1-14 14h-96a14 14 0 0 1-14-14v-50z", c.signal) +
    line("M128 176h84M128 200h52", c.ground, 9),
  quotes: (c: Ink) =>
    box(16, 24, 208, 192, c.fill, 16) +
    area("M44 120q0-62 56-72v26q-22 6-24 30h24v56H44zM136 120q0-62 56-72v26q-22 6-24 30h24v56h-56z", c.line) +
    repeat(5, (i) => disc(60 + i * 30, 190, 10, i < 3 ? c.signal : c.ground)),
  trend: (c: Ink) =>
    repeat(4, (i) => box(16, 40 + i * 52, 208, 4, c.fill)) +
    area("M16 176 64 138 108 158 156 86 224 44V200H16z", c.fill) +
    line("M16 176 64 138 108 158 156 86 224 44", c.line, 14) +
    disc(156, 86, 15, c.signal) +
    disc(224, 44, 15, c.signal),
  calendar: (c: Ink) =>
    box(20, 36, 200, 184, c.line, 16) +
    box(36, 84, 168, 120, c.ground, 6) +
    line("M72 20v36M168 20v36", c.signal, 14) +
    repeat(15, (i) => box(48 + (i % 5) * 31, 96 + Math.floor(i / 5) * 35, 22, 24, i < 8 ? c.signal : c.fill, 4)),
  magnifier: (c: Ink) =>
    line("M160 160 216 216", c.line, 26) +
    disc(100, 100, 84, c.fill) +
    ring(100, 100, 78, c.line, 16) +
    repeat(4, (i) => box(56 + i * 24, 124 - i * 18, 16, 20 + i * 18, i === 3 ? c.signal : c.line, 3)),
  coins: (c: Ink) =>
    repeat(4, (i) => box(20, 184 - i * 26, 88, 20, i === 3 ? c.line : c.fill, 10)) +
    repeat(2, (i) => box(20, 80 - i * 26, 88, 20, c.fill, 10)) +
    disc(158, 142, 74, c.signal) +
    ring(158, 142, 56, c.ground, 7) +
    line("M134 108 158 140 182 108M158 140v42M138 146h40M138 164h40", c.ground, 10),
  pin: (c: Ink) =>
    area("M8 168 84 140 156 164 232 136V212L156 236 84 212 8 232z", c.fill) +
    line("M84 146V212M156 164V232", c.ground, 6) +
    area("M120 200C76 144 58 120 58 84a62 62 0 0 1 124 0c0 36-18 60-62 116z", c.line) +
    disc(120, 84, 26, c.signal),
  tag: (c: Ink) =>
    area("M20 128 116 32h88a12 12 0 0 1 12 12v88L120 228q-8 8-16 0L20 144q-8-8 0-16z", c.line) +
    disc(176, 72, 16, c.ground) +
    line("M84 106 112 138 140 106M112 138v42M92 146h40M92 164h40", c.signal, 10),
  trio: (c: Ink) =>
    box(12, 116, 64, 104, c.fill, 8) +
    box(164, 84, 64, 136, c.fill, 8) +
    box(84, 48, 72, 172, c.line, 8) +
    glyph("梅", 44, 168, 40, c.line) +
    glyph("竹", 120, 134, 46, c.ground) +
    glyph("松", 196, 152, 40, c.line) +
    area("M120 8l9 18 20 3-14 14 3 20-18-10-18 10 3-20-14-14 20-3z", c.signal),
  loop: (c: Ink) =>
    ring(120, 120, 76, c.fill, 34) +
    line("M120 44a76 76 0 1 1-66 38", c.line, 34) +
    area("M28 108 58 44 98 94z", c.line) +
    disc(120, 120, 30, c.signal),
} as const;
