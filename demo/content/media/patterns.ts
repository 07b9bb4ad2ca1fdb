// Four classic cloth patterns, one per subject: 青海波, 立涌, 市松 and 七宝.
const tiles: Array<(colour: string) => { width: number; height: number; shapes: string }> = [
  (colour) => ({
    width: 64,
    height: 32,
    shapes: [32, 0, 64]
      .flatMap((x, index) =>
        [30, 20, 10].map(
          (radius) =>
            `<circle cx="${x}" cy="${index === 0 ? 32 : 48}" r="${radius}" fill="none" stroke="${colour}" stroke-width="3"/>`,
        ),
      )
      .join(""),
  }),
  (colour) => ({
    width: 48,
    height: 96,
    shapes: `<path d="M4 0C4 24 20 24 20 48S4 72 4 96M44 0C44 24 28 24 28 48S44 72 44 96" fill="none" stroke="${colour}" stroke-width="3"/>`,
  }),
  (colour) => ({ width: 48, height: 48, shapes: `<path d="M0 0h24v24H0zM24 24h24v24H24z" fill="${colour}"/>` }),
  (colour) => ({
    width: 56,
    height: 56,
    shapes: [
      [0, 0],
      [56, 0],
      [0, 56],
      [56, 56],
      [28, 28],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="28" fill="none" stroke="${colour}" stroke-width="3"/>`)
      .join(""),
  }),
];

/** The subject's cloth pattern as an SVG element that fills its parent; `subject` is 0 to 3. */
export function cloth(subject: number, colour: string): string {
  const tile = tiles[subject % tiles.length]?.(colour);
  if (!tile) throw new Error(`There is no pattern ${subject}`);
  return `<svg class="cloth" aria-hidden="true"><defs><pattern id="cloth" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse">${tile.shapes}</pattern></defs><rect width="100%" height="100%" fill="url(#cloth)"/></svg>`;
}
