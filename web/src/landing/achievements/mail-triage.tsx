import { At, Ink, Line } from "../drawing/ink.tsx";
import { Bars, BrowserWindow } from "./browser-window.tsx";

const BOXES = [
  { y: 66, label: "見積もりの相談" },
  { y: 144, label: "使い方の質問" },
  { y: 222, label: "あとで読む" },
] as const;

export function MailTriage() {
  return (
    <BrowserWindow
      id="mail-triage"
      address="問い合わせの仕分け"
      description="イメージ図。届いたメールをAIが読み、「見積もりの相談」「使い方の質問」「あとで読む」の三つの箱に分ける流れ。"
    >
      <path className="fill-wash stroke-none" d="M2 38h476v260H2Z" />
      <At x={76} y={168}>
        <path d="M-42-86h84v50h-84ZM-42-25h84v50h-84ZM-42 36h84v50h-84Z" />
        <path fill="none" d="m-42-86 42 28 42-28M-42-25 0 3l42-28M-42 36 0 64l42-28" />
      </At>
      <Line d="M132 168h40m-10-8 10 8-10 8" strokeWidth="4" />
      <At x={226} y={166}>
        <Ink width={2.5}>
          <path d="M-40-28c0-8 5-13 12-13h56c7 0 12 5 12 13v46c0 7-5 12-12 12h-56c-7 0-12-5-12-12Z" />
          <Line d="M0-41v-14" />
          <circle className="fill-signal" cy="-60" r="6" />
          <path className="fill-ai" d="M-49-16h9v26h-9ZM40-16h9v26h-9Z" />
          <g className="fill-line stroke-none">
            <circle cx="-15" cy="-8" r="6" />
            <circle cx="15" cy="-8" r="6" />
          </g>
          <Line d="M-9 10q9 8 18 0" />
        </Ink>
      </At>
      <g fill="none" strokeWidth="4">
        <path d="M280 152C300 140 292 96 314 92m-11-4 11 4-6 10M282 168h32m-10-8 10 8-10 8M280 184c20 12 12 58 34 62m-6-10 6 10-11 4" />
      </g>
      {BOXES.map(({ y, label }, index) => (
        <At key={label} x={326} y={y}>
          <rect width="134" height="56" rx="8" className={index === 0 ? "fill-signal" : "fill-paper"} />
          <text x="12" y="25" fontSize="16" className="fill-line stroke-none font-bold">
            {label}
          </text>
          <g opacity={index === 0 ? 0.5 : 1}>
            <Bars x={13} y={41} widths={[96 - index * 24]} />
          </g>
        </At>
      ))}
    </BrowserWindow>
  );
}
