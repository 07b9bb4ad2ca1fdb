import type { ReactNode } from "react";
import { Ink, Line } from "../drawing/ink.tsx";

interface BrowserWindowProps {
  id: string;
  description: string;
  /** The text of the address bar. */
  address: string;
  children: ReactNode;
}

/** A drawn browser window of 480 × 300; the page inside begins at y = 40. */
export function BrowserWindow({ id, description, address, children }: BrowserWindowProps) {
  return (
    <svg viewBox="0 0 480 300" role="img" aria-labelledby={id} className="h-auto w-full rounded-lg">
      <title id={id}>{description}</title>
      <Ink width={2.5}>
        <rect x="2" y="2" width="476" height="296" rx="11" />
        {children}
        <path className="fill-tone" d="M2 38V13C2 7 7 2 13 2h454c6 0 11 5 11 11v25Z" />
        <g strokeWidth="2">
          <circle cx="20" cy="20" r="5" />
          <circle cx="36" cy="20" r="5" />
          <circle cx="52" cy="20" r="5" />
          <rect x="72" y="10" width="240" height="20" rx="10" />
        </g>
        <text x="86" y="25" fontSize="13" className="fill-line stroke-none">
          {address}
        </text>
        <rect x="2" y="2" width="476" height="296" rx="11" fill="none" strokeWidth="4" />
      </Ink>
    </svg>
  );
}

/** A placeholder paragraph of grey bars. */
export function Bars({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  return (
    <Line
      className="stroke-tone"
      strokeWidth="5"
      d={widths.map((width, index) => `M${x} ${y + index * 13}h${width}`).join("")}
    />
  );
}

/** A drawn button with a label. */
export function DrawnButton({ x, y, width, label }: { x: number; y: number; width: number; label: string }) {
  return (
    <>
      <rect x={x} y={y} width={width} height="34" rx="8" className="fill-ai" />
      <text x={x + width / 2} y={y + 23} fontSize="16" textAnchor="middle" className="fill-paper stroke-none font-bold">
        {label}
      </text>
    </>
  );
}
