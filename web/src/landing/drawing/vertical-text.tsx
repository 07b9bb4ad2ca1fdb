/** 、 and 。 stand at the upper right of their square; small kana nearer to it than in horizontal text. */
const SHIFTS: [characters: string, ems: number][] = [
  ["、。", 0.6],
  ["ぁぃぅぇぉっゃゅょァィゥェォッャュョ", 0.1],
];

/** Characters that lie on their side in vertical text. */
const TURNED = "ー…〜（）「」";

/** The baseline is this far below the middle of a character's square, in ems. */
const BASELINE = 0.38;

interface VerticalTextProps {
  /** Middle of the column. */
  x: number;
  /** Top of the column. */
  y: number;
  text: string;
  size: number;
}

/**
 * One line of vertical text (縦書き). Each character has its own position, because WebKit spaces the characters of
 * `writing-mode` in SVG by their width at another size.
 */
export function VerticalText({ x, y, text, size }: VerticalTextProps) {
  const glyphs = [...text].map((character, index) => {
    const shift = size * (SHIFTS.find(([characters]) => characters.includes(character))?.[1] ?? 0);
    return { character, x: x + shift, y: y + (index + 0.5) * size - shift };
  });
  const upright = glyphs.filter(({ character }) => !TURNED.includes(character));
  const turned = glyphs.filter(({ character }) => TURNED.includes(character));
  return (
    <>
      <text
        textAnchor="middle"
        x={upright.map((glyph) => round(glyph.x)).join(" ")}
        y={upright.map((glyph) => round(glyph.y + BASELINE * size)).join(" ")}
      >
        {upright.map(({ character }) => character).join("")}
      </text>
      {turned.map(({ character, x, y }) => (
        <text
          key={y}
          textAnchor="middle"
          x={round(x)}
          y={round(y + BASELINE * size)}
          transform={`rotate(90 ${round(x)} ${round(y)})`}
        >
          {character}
        </text>
      ))}
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
