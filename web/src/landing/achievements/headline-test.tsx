import { Line } from "../drawing/ink.tsx";
import { BrowserWindow } from "./browser-window.tsx";

export function HeadlineTest() {
  return (
    <BrowserWindow
      id="headline-test"
      address="見出しのくらべっこ"
      description="イメージ図。見出しAとBを見せくらべ、最後まで読まれた方を棒グラフで確かめる画面。Bの棒が長い。"
    >
      <g className="fill-line stroke-none font-bold" fontSize="18">
        <text x="30" y="78">
          どちらが最後まで読まれたか
        </text>
      </g>
      <rect x="30" y="96" width="420" height="78" rx="10" />
      <rect x="30" y="190" width="420" height="86" rx="10" className="fill-glow stroke-ai" strokeWidth="4" />
      <g className="fill-tone" strokeWidth="2.5">
        <circle cx="62" cy="134" r="17" />
        <circle cx="62" cy="233" r="17" className="fill-signal" />
      </g>
      <g className="fill-line stroke-none font-black" fontSize="19" textAnchor="middle">
        <text x="62" y="141">
          A
        </text>
        <text x="62" y="240">
          B
        </text>
      </g>
      <g className="fill-line stroke-none" fontSize="17">
        <text x="94" y="126">
          多機能請求管理ツール
        </text>
        <text x="94" y="222" className="font-bold">
          月末の請求書を、十五分で。
        </text>
      </g>
      <g strokeWidth="14">
        <Line className="stroke-tone" d="M100 150h76" />
        <Line className="stroke-ai" d="M100 248h262" />
      </g>
      <path className="fill-signal" d="m412 214 6 12 13 2-9 9 2 13-12-6-12 6 2-13-9-9 13-2Z" />
    </BrowserWindow>
  );
}
