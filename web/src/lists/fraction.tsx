interface FractionProps {
  /** Such as "3/7 完了". */
  shown: string;
  /** Such as "7本中3本を完了": a slash is read aloud as one, or as a division. */
  spoken: string;
}

export function Fraction({ shown, spoken }: FractionProps) {
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}
