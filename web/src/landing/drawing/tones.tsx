/** Screen tones (網点) in the second colour. They are defined once per page and used as fill="url(#tone-…)". */
export function ToneDefinitions() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        <Dots id="tone-light" radius={1.1} />
        <Dots id="tone" radius={1.8} />
        <Dots id="tone-dark" radius={2.6} />
        <pattern id="tone-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="stroke-line" d="M0 0v6" strokeWidth="1.4" />
        </pattern>
      </defs>
    </svg>
  );
}

function Dots({ id, radius }: { id: string; radius: number }) {
  return (
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <circle className="fill-ai" cx="3.5" cy="3.5" r={radius} />
    </pattern>
  );
}
