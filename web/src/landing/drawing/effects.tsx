interface FocusLinesProps {
  /** Middle of the calm ellipse and its radii. */
  x: number;
  y: number;
  rx: number;
  ry: number;
  count?: number;
  /** The distance from the middle at which the lines start. */
  reach?: number;
  className?: string;
}

/** 集中線: wedges from the edge towards the middle. */
export function FocusLines({ x, y, rx, ry, count = 72, reach = 480, className = "fill-line" }: FocusLinesProps) {
  const wedges = Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.7 * noise(index)) / count) * 2 * Math.PI;
    const half = 0.008 + 0.02 * noise(index + 31);
    const inner = 1 + 0.35 * noise(index + 7);
    const outer = (turn: number) =>
      `${Math.round(x + reach * Math.cos(angle + turn))} ${Math.round(y + reach * Math.sin(angle + turn))}`;
    return `M${outer(-half)} ${Math.round(x + rx * inner * Math.cos(angle))} ${Math.round(y + ry * inner * Math.sin(angle))} ${outer(half)}`;
  });
  return <path className={`${className} stroke-none`} d={wedges.join("")} />;
}

/** Vertical strokes over a face, for gloom. */
export function GloomLines({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const count = Math.floor(width / 9);
  const strokes = Array.from(
    { length: count },
    (_, index) => `M${x + index * 9} ${y}v${Math.round(height * (0.45 + 0.55 * noise(index)))}`,
  );
  return <path fill="none" strokeWidth="1.8" d={strokes.join("")} />;
}

/** A pseudo-random number from 0 to 1 by index, so that every build draws the same page. */
function noise(index: number): number {
  const value = Math.sin(index * 127.1 + 11.7) * 43758.5453;
  return value - Math.floor(value);
}
