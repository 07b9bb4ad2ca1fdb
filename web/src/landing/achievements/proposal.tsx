import { At, Line } from "../drawing/ink.tsx";
import { Bars, BrowserWindow } from "./browser-window.tsx";

const ITEMS = ["お話をうかがう", "下書きを見せる", "仕上げて渡す"] as const;

export function Proposal() {
  return (
    <BrowserWindow
      id="proposal"
      address="提案書"
      description="イメージ図。三段の提案書。「お話をうかがう」「下書きを見せる」「仕上げて渡す」の順に、できることと日数が並ぶ。"
    >
      <path className="fill-glow stroke-none" d="M2 38h476v260H2Z" />
      <path d="M40 58H440V310H40Z" />
      <text x="66" y="96" fontSize="23" className="fill-line stroke-none font-black">
        ご提案
      </text>
      <Line className="stroke-signal" d="M66 108h72" strokeWidth="5" />
      {ITEMS.map((label, index) => (
        <At key={label} x={66} y={140 + index * 50}>
          <circle cx="16" cy="0" r="16" className="fill-ai" />
          <text x="16" y="7" fontSize="18" textAnchor="middle" className="fill-paper stroke-none font-bold">
            {index + 1}
          </text>
          <text x="46" y="7" fontSize="19" className="fill-line stroke-none font-bold">
            {label}
          </text>
          <Bars x={220} y={-5} widths={[128, 88]} />
        </At>
      ))}
    </BrowserWindow>
  );
}
