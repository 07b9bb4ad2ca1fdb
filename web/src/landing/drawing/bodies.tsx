import { Ink, Line } from "./ink.tsx";

/** ツクル from the shoulders down, in his hoodie. The head belongs at 0 0. */
export function Hoodie() {
  return (
    <Ink>
      <path d="M-11 30h22v24h-22Z" />
      <path className="fill-ai" d="M-24 44c-36 6-52 22-56 54l-6 72H86l-6-72c-4-32-20-48-56-54l-24 20Z" />
      <path
        className="fill-ai"
        d="M-30 40c-12 6-14 14-8 22l30 22 8-16 8 16 30-22c6-8 4-16-8-22-6 12-18 20-30 24-12-4-24-12-30-24Z"
      />
      <Line className="stroke-paper" d="M-10 80v26M10 80v20" strokeWidth="3.5" />
    </Ink>
  );
}

/** ハナ from the shoulders down: blouse and cardigan. */
export function Cardigan() {
  return (
    <Ink>
      <path d="M-10 30h20v24h-20Z" />
      <path className="fill-signal" d="M-22 46c-34 6-50 22-54 52l-6 72H82l-6-72c-4-30-20-46-54-52Z" />
      <path d="M-22 46-10 44 0 62 10 44 22 46 14 170h-28Z" />
      <path d="M-10 44 0 62-14 72-24 48ZM10 44 0 62 14 72 24 48Z" strokeWidth="2.5" />
      <g className="fill-line stroke-none">
        <circle cx="0" cy="92" r="2.5" />
        <circle cx="0" cy="116" r="2.5" />
      </g>
    </Ink>
  );
}

/** The café owner: shirt and apron. */
export function Apron() {
  return (
    <Ink>
      <path d="M-11 30h22v24h-22Z" />
      <path d="M-22 46c-36 6-52 22-56 52l-6 72H84l-6-72c-4-30-20-46-56-52L0 62Z" />
      <path className="fill-ai" d="M-30 46-24 44-26 84h52L24 44l6 2 8 124h-76Z" />
      <Line className="stroke-paper" d="M-16 108h32v22h-32Z" strokeWidth="2.5" />
    </Ink>
  );
}

/** A head from behind; middle at 0 0. */
export function EngineerFromBehind() {
  return (
    <Ink>
      <path className="fill-ai" d="M-24 34c-44 6-60 26-66 70H90c-6-44-22-64-66-70Z" />
      <circle cx="-41" cy="4" r="8" />
      <circle cx="41" cy="4" r="8" />
      <path
        className="fill-line"
        d="M-42 6c-8-20-4-38 8-46-3-1-6 0-9 2 4-10 14-14 23-14-2-3-5-5-9-5 12-5 28-3 35 2 1-4 4-7 9-8-2 4-2 7-1 10 14 4 26 16 29 28 3 12 3 22-1 32-3 14-6 20-10 24-4-3-7-5-9-6-3 5-7 9-10 10-3-4-6-6-8-6-4 4-9 6-12 6-2-3-5-5-7-5-4 2-9 2-12 1-8-5-13-14-16-25Z"
      />
      <path className="fill-ai" d="M-36 30c-12 10-10 26 4 32 18 8 46 8 64 0 14-6 16-22 4-32-10 12-62 12-72 0Z" />
    </Ink>
  );
}
