import { Line } from "./ink.tsx";
import { VerticalText } from "./vertical-text.tsx";

interface LetteringProps {
  /** Middle of the block. */
  x: number;
  y: number;
  /** Vertical lines; the first one is on the right. */
  lines: readonly string[];
  size?: number;
  weight?: "font-medium" | "font-black";
}

const LEADING = 1.36;

function blockOf(lines: readonly string[], size: number) {
  return { width: lines.length * size * LEADING, height: Math.max(...lines.map((line) => line.length)) * size };
}

/** Vertical lettering (縦書き), as in a printed manga. */
export function Lettering({ x, y, lines, size = 19, weight = "font-medium" }: LetteringProps) {
  const { width, height } = blockOf(lines, size);
  return (
    <g className={`fill-line stroke-none ${weight}`} fontSize={size}>
      {lines.map((line, index) => (
        <VerticalText
          key={line}
          x={x + width / 2 - (index + 0.5) * size * LEADING}
          y={y - height / 2}
          text={line}
          size={size}
        />
      ))}
    </g>
  );
}

interface BubbleProps extends LetteringProps {
  /** The tail points to the speaker's mouth. */
  tail?: [number, number];
}

/** A speech bubble, sized by its text. */
export function Bubble({ x, y, lines, size = 19, tail }: BubbleProps) {
  const { width, height } = blockOf(lines, size);
  const body = roundShape(x, y, width * 0.6 + 10, height * 0.55 + 11);
  const shape = tail ? `${body}${tailShape(x, y, tail)}` : body;
  return (
    <>
      <path d={shape} strokeWidth="5" />
      <path d={shape} className="stroke-none" />
      <Lettering x={x} y={y} lines={lines} size={size} />
    </>
  );
}

/** A shout with a spiky outline. */
export function Cry({ x, y, lines, size = 22 }: LetteringProps) {
  const { width, height } = blockOf(lines, size);
  const [rx, ry] = [width * 0.62 + 12, height * 0.58 + 14];
  const points = Array.from({ length: 36 }, (_, index) => {
    const reach = index % 2 === 0 ? 1.24 + 0.1 * Math.sin(index * 2.3) : 0.98;
    const angle = (index / 36) * 2 * Math.PI;
    return `${round(x + rx * reach * Math.cos(angle))} ${round(y + ry * reach * Math.sin(angle))}`;
  });
  return (
    <>
      <path d={`M${points.join("L")}Z`} strokeWidth="2.5" strokeLinejoin="miter" />
      <Lettering x={x} y={y} lines={lines} size={size} />
    </>
  );
}

/** A thought: a cloud with smaller ones towards the thinker. */
export function Thought({ x, y, lines, size = 19, tail }: BubbleProps) {
  const { width, height } = blockOf(lines, size);
  const [rx, ry] = [width * 0.6 + 10, height * 0.55 + 12];
  const puffs = Array.from({ length: 11 }, (_, index) => {
    const angle = (index / 11) * 2 * Math.PI;
    return (
      <circle
        key={index}
        cx={round(x + rx * 0.86 * Math.cos(angle))}
        cy={round(y + ry * 0.88 * Math.sin(angle))}
        r={round((rx + ry) * 0.17)}
      />
    );
  });
  const [tx, ty] = tail ?? [x, y];
  const lead = [0.6, 0.82, 0.98].map((part, index) => {
    const [fromX, fromY] = [x + Math.sign(tx - x) * rx * 0.5, y + ry * 0.9];
    return (
      <circle
        key={part}
        cx={round(fromX + (tx - fromX) * part)}
        cy={round(fromY + (ty - fromY) * part)}
        r={7 - index * 2}
        strokeWidth="2.5"
      />
    );
  });
  return (
    <>
      {tail && lead}
      <g strokeWidth="5">{puffs}</g>
      <g className="stroke-none">
        {puffs}
        <ellipse cx={x} cy={y} rx={round(rx * 0.95)} ry={round(ry * 0.95)} />
      </g>
      <Lettering x={x} y={y} lines={lines} size={size} />
    </>
  );
}

/** The narrator's box; `x`, `y` are its middle. */
export function Caption({ x, y, lines, size = 18 }: LetteringProps) {
  const { width, height } = blockOf(lines, size);
  return (
    <>
      <rect
        x={round(x - width / 2 - 6)}
        y={round(y - height / 2 - 9)}
        width={round(width + 12)}
        height={round(height + 18)}
        strokeWidth="2.5"
      />
      <Lettering x={x} y={y} lines={lines} size={size} />
    </>
  );
}

/** A drawn sound effect (描き文字), outlined so that it is legible on any background. */
export function Sound({ x, y, text, size = 30, turn = 0, className = "fill-line stroke-paper" }: SoundProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      transform={turn === 0 ? undefined : `rotate(${turn} ${x} ${y})`}
      strokeWidth="7"
      paintOrder="stroke"
      className={`font-black ${className}`}
    >
      {text}
    </text>
  );
}

interface SoundProps {
  x: number;
  y: number;
  text: string;
  size?: number;
  turn?: number;
  /** Fill and outline classes. */
  className?: string;
}

/** Three short strokes beside a head, for a sudden idea. */
export function Spark({ x, y, turn = 0 }: { x: number; y: number; turn?: number }) {
  return (
    <Line transform={`translate(${x} ${y}) rotate(${turn})`} strokeWidth="4" d="M0 0l-4-18M14 4l6-16M26 14l14-9" />
  );
}

/** A superellipse: it holds a block of text better than an ellipse. */
function roundShape(x: number, y: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * 0.68, ry * 0.68];
  const at = (dx: number, dy: number) => `${round(x + dx)} ${round(y + dy)}`;
  return (
    `M${at(rx, 0)}C${at(rx, ky)} ${at(kx, ry)} ${at(0, ry)}` +
    `S${at(-rx, ky)} ${at(-rx, 0)}S${at(-kx, -ry)} ${at(0, -ry)}S${at(rx, -ky)} ${at(rx, 0)}Z`
  );
}

/** A curved tail from the middle of a bubble to its target. */
function tailShape(x: number, y: number, [tx, ty]: [number, number]): string {
  const length = Math.hypot(tx - x, ty - y) || 1;
  const [nx, ny] = [(-(ty - y) / length) * 12, ((tx - x) / length) * 12];
  const [mx, my] = [x + (tx - x) * 0.6, y + (ty - y) * 0.6];
  const at = (px: number, py: number) => `${round(px)} ${round(py)}`;
  return (
    `M${at(x - nx, y - ny)}Q${at(mx + nx * 0.1, my + ny * 0.1)} ${at(tx, ty)}` +
    `Q${at(mx + nx * 1.2, my + ny * 1.2)} ${at(x + nx, y + ny)}Z`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
