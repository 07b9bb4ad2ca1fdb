import { Ink, Line } from "./ink.tsx";

/** A wall shelf with books and a box file, 120 wide, top left at 0 0. */
export function Bookshelf() {
  return (
    <Ink>
      <path className="fill-ai" d="M6 10h16v62H6Z" />
      <path className="fill-signal" d="M22 22h14v50H22Z" />
      <path d="M36 6h20v66H36Z" />
      <path className="fill-tone" d="m60 20 14-4 15 55-14 4Z" />
      <path d="M94 34h22v38H94Z" />
      <Line d="M40 18h12M40 24h12M100 46h10" strokeWidth="2.5" />
      <path d="M-4 72h128v9H-4Z" />
      <path className="fill-signal" d="M10 150v-42h30v42Z" />
      <path d="M40 150v-54h14v54ZM58 150v-46h18v46Z" />
      <path className="fill-ai" d="M76 150v-58h16v58Z" />
      <path d="M-4 150h128v9H-4Z" />
    </Ink>
  );
}

/** A cork board with pinned notes, 140 × 100, top left at 0 0. */
export function Corkboard() {
  return (
    <Ink>
      <rect width="140" height="100" rx="4" className="fill-signal" opacity="0.55" />
      <rect width="140" height="100" rx="4" fill="none" strokeWidth="5" />
      <path d="m14 18 40-4 3 34-40 4Z" strokeWidth="2.5" />
      <path className="fill-wash" d="m76 14 44 4-3 30-44-4Z" strokeWidth="2.5" />
      <path d="m40 62 46-4 2 28-46 4Z" strokeWidth="2.5" />
      <path className="stroke-ai" fill="none" strokeWidth="4" d="m24 34 7 7 12-15M50 76l8 6 14-14" />
      <Line strokeWidth="2" d="M84 26l26 2M83 33l24 2" />
    </Ink>
  );
}

/** A two-seat sofa, bottom middle at 0 0, about 300 × 130. */
export function Sofa() {
  return (
    <Ink>
      <path className="fill-tone" d="M-120-20v-86c0-16 10-24 26-24H94c16 0 26 8 26 24v86Z" />
      <Line d="M0-130v72" strokeWidth="2.5" />
      <path className="fill-tone" d="M-124-58H124v40H-124Z" />
      <path className="fill-tone" d="M-150-66c0-26 40-26 40 0v58h-40ZM110-66c0-26 40-26 40 0v58h-40Z" />
      <path d="M-134-8v8M134-8v8" strokeWidth="6" />
    </Ink>
  );
}
