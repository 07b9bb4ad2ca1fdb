import type { Source } from "./probe.ts";

/** A quality of the picture. */
export interface Quality {
  /** Pixels of the shorter side, by which people name it. */
  name: number;
  width: number;
  height: number;
  rate: [number, number];
  /** Pictures from one key picture to the next, and from the first one to the second. */
  group: number;
  firstGroup: number;
  /** The highest bits a second. Slides take a small part of it. */
  maxrate: number;
}

/** Seconds of a segment, at least. */
export const SEGMENT = 6;
/** Of a film's first segment: it is loaded before anything is seen. */
export const FIRST_SEGMENT = 2;

/** Pixels of the shorter side, and bits a second. */
const QUALITIES = [
  [240, 400_000],
  [360, 800_000],
  [480, 1_400_000],
  [720, 2_800_000],
  [1080, 5_000_000],
] as const;
const LARGEST = 1080;
/** A film that is little larger than a rung does not need that rung. */
const APART = 1.15;
/** Pictures a second of small pictures. */
const SMALL_RATE = 31;
const SMALL = 480;

/** Rounded down, so that nothing is enlarged. */
const even = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2));

/** @returns the qualities of a film, from the lowest; nothing is larger than the film itself */
export function qualitiesOf({ width, height, rate }: Pick<Source, "width" | "height" | "rate">): Quality[] {
  const side = Math.min(width, height);
  const top = Math.min(side, LARGEST);
  const sides = [...QUALITIES.map(([pixels]) => pixels).filter((pixels) => pixels * APART <= top), top];
  const slow: [number, number] = rate[0] / rate[1] > SMALL_RATE ? [rate[0], rate[1] * 2] : rate;
  // Rounded up, so that no segment is shorter than it should be.
  const slowGroup = (seconds: number) => Math.ceil((seconds * slow[0]) / slow[1]);
  return sides.map((pixels) => {
    const isSlow = pixels <= SMALL;
    // Key pictures of all qualities are at the same instants.
    const group = (seconds: number) => slowGroup(seconds) * (isSlow || slow === rate ? 1 : 2);
    return {
      name: even(pixels),
      width: even((width * pixels) / side),
      height: even((height * pixels) / side),
      rate: isSlow ? slow : rate,
      group: group(SEGMENT),
      firstGroup: group(FIRST_SEGMENT),
      maxrate: (QUALITIES.find(([each]) => each * APART > pixels) ?? [LARGEST, 5_000_000])[1],
    };
  });
}
