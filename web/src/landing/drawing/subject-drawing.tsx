import type { ReactNode } from "react";
import { Ink, Line } from "./ink.tsx";

/** In the order of the page. */
export const SUBJECTS = ["marketing", "copywriting", "programming", "ai"] as const;
type SubjectName = (typeof SUBJECTS)[number];

/** The picture of a subject, on a 16:9 ground of 160 × 90. */
export function SubjectDrawing({ subject }: { subject: SubjectName }) {
  return (
    <svg viewBox="0 0 160 90" className="h-auto w-full rounded-lg" aria-hidden="true">
      <Ink width={2.4}>
        <path className="fill-wash stroke-none" d="M0 0h160v90H0Z" />
        {DRAWINGS[subject]}
      </Ink>
    </svg>
  );
}

const DRAWINGS: Record<SubjectName, ReactNode> = {
  marketing: (
    <>
      <path className="fill-signal" d="M58 38 98 18v50L58 50Z" />
      <path d="M46 38h12v12H46c-4 0-6-2-6-6s2-6 6-6Z" />
      <path className="fill-ai" d="M98 16h6v54h-6Z" />
      <path d="M56 50h12l5 20H61Z" />
      <Line d="M114 34l12-6M115 44h14M114 54l12 6" />
    </>
  ),
  copywriting: (
    <>
      <path d="M44 14h58v62H44Z" />
      <Line className="stroke-tone" d="M54 28h38M54 52h38M54 64h24" />
      <path className="fill-signal stroke-none" d="M52 35h42v10H52Z" />
      <path className="fill-ai" d="m118 14 9 7-32 42-11 5 2-12Z" />
      <Line d="m111 23 9 7" />
    </>
  ),
  programming: (
    <>
      <path className="fill-line" d="M34 18c0-3 2-4 4-4h84c2 0 4 1 4 4v52H34Z" />
      <path className="stroke-none" d="M40 20h80v44H40Z" />
      <path className="fill-tone" d="M24 70h112l-5 8H29Z" />
      <path className="stroke-ai" fill="none" strokeWidth="3.5" d="m58 34-9 8 9 8M72 30l-6 24" />
      <circle className="fill-signal" cx="98" cy="42" r="15" />
      <Line d="m92 34 6 8 6-8M98 42v10M92 43h12M92 48h12" />
    </>
  ),
  ai: (
    <>
      <path d="M50 34c0-8 5-13 12-13h28c7 0 12 5 12 13v20c0 7-5 12-12 12H62c-7 0-12-5-12-12Z" />
      <Line d="M76 21v-7" />
      <circle className="fill-signal" cx="76" cy="11" r="4" />
      <path className="fill-ai" d="M44 38h6v14h-6ZM102 38h6v14h-6Z" />
      <g className="fill-line stroke-none">
        <circle cx="67" cy="42" r="4" />
        <circle cx="85" cy="42" r="4" />
      </g>
      <Line d="M70 53q6 5 12 0" />
      <path d="M114 50h26v22h-26ZM118 46h26v22" className="fill-paper" />
      <Line className="stroke-ai" d="m120 61 5 5 9-10" />
      <path d="M62 66v12h28V66" className="fill-tone" />
      <path d="M10 44h22v28H10Z" />
      <Line className="stroke-tone" d="M15 52h12M15 58h12M15 64h8" />
    </>
  ),
};
