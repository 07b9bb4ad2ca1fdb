/** Flat SVG shapes for a drawing board of 240 × 240. All return markup. */

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

export function area(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`;
}

export function line(path: string, colour: string, width = 12): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** One or two characters, centred on x and y. */
export function glyph(text: string, x: number, y: number, size: number, fill: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" fill="${fill}" text-anchor="middle" dominant-baseline="central">${text}</text>`;
}

/** Repeats a shape `count` times. */
export function repeat(count: number, shape: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => shape(index)).join("");
}
