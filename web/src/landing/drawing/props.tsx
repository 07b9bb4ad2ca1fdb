import { Ink, Line } from "./ink.tsx";

/** An open laptop from behind; bottom middle at 0 0, about 130 × 90. */
export function LaptopBack() {
  return (
    <Ink>
      <path d="M-58-6-64-80c0-5 2-8 7-8H57c5 0 7 3 7 8L58-6Z" className="fill-tone" />
      <circle cx="0" cy="-46" r="8" className="fill-paper" />
      <path d="M-72-8H72c3 0 4 2 3 4-1 3-4 4-7 4H-68c-3 0-6-1-7-4-1-2 0-4 3-4Z" />
    </Ink>
  );
}

/** A desk lamp, foot at 0 0, its light falling to the left. */
export function DeskLamp() {
  return (
    <Ink>
      <path className="fill-signal stroke-none" opacity="0.35" d="M-36-92-110 0H16L2-76Z" />
      <Line d="M0-4 22-58-8-96" strokeWidth="4" />
      <path d="M-20-6h40l4 8h-48Z" className="fill-ai" />
      <path d="M-44-92c4-18 18-26 34-18l14 32Z" className="fill-ai" />
    </Ink>
  );
}

/** A mug with steam, bottom middle at 0 0. */
export function Mug() {
  return (
    <Ink>
      <path d="M14-26c12-2 14 16-1 16" fill="none" />
      <path d="M-15-34h30l-2 30c0 3-2 4-5 4H-8c-3 0-5-1-5-4Z" />
      <path className="fill-signal" d="M-14.5-24h29l-.6 8h-27.800Z" strokeWidth="2" />
      <Line strokeWidth="2" d="M-5-42c-4-6 4-8 0-15M6-42c-4-6 4-8 0-15" />
    </Ink>
  );
}

/** A plant in a pot, bottom middle at 0 0, about 90 high. */
export function Plant() {
  return (
    <Ink>
      <Line d="M0-34v-26M0-40c-6-8-12-12-20-14M0-44c6-10 12-12 18-14" strokeWidth="2.5" />
      <path
        className="fill-tone"
        d="M0-58c-10-8-10-22 0-32 10 10 10 24 0 32ZM-18-52c-12 2-20-6-22-18 12-2 20 6 22 18ZM17-56c12 0 19-8 20-20-12 0-19 8-20 20Z"
      />
      <path d="M-18-34h36l-5 30c0 3-2 4-4 4H-9c-2 0-4-1-4-4Z" className="fill-signal" />
    </Ink>
  );
}

/** A window with a cross bar, 110 × 110, top left at 0 0; by night with a moon, by day with a sun. */
export function Window({ night = false }: { night?: boolean }) {
  return (
    <Ink>
      <rect width="110" height="110" className={night ? "fill-ai" : "fill-wash"} />
      {night ? (
        <>
          <path className="fill-signal stroke-none" d="M84 10a18 18 0 1 0 13 29 15 15 0 0 1-13-29Z" />
          <path
            className="fill-paper stroke-none"
            d="m24 24 2 5 5 2-5 2-2 5-2-5-5-2 5-2ZM40 74l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.500ZM92 84l1.5 3 3 1.5-3 1.5-1.5 3-1.5-3-3-1.5 3-1.500Z"
          />
        </>
      ) : (
        <>
          <circle className="fill-signal" cx="78" cy="34" r="15" strokeWidth="2.5" />
          <path strokeWidth="2.5" d="M14 84c0-9 10-12 15-7 5-10 20-7 20 4 8 0 9 9 2 10H19c-3 0-5-3-5-7Z" />
        </>
      )}
      <Line d="M55 0v110M0 55h110" strokeWidth="4" />
      <rect width="110" height="110" fill="none" strokeWidth="5" />
      <path d="M-8 110h126v9H-8Z" />
    </Ink>
  );
}

/** A phone held upright, 46 × 84, middle at 0 0. */
export function Phone() {
  return (
    <Ink>
      <rect x="-23" y="-42" width="46" height="84" rx="8" className="fill-line" />
      <rect x="-18" y="-34" width="36" height="66" rx="2" className="fill-wash stroke-none" />
    </Ink>
  );
}
