import { Line } from "../drawing/ink.tsx";
import { Bars, BrowserWindow, DrawnButton } from "./browser-window.tsx";

export function PaymentPage() {
  return (
    <BrowserWindow
      id="payment-page"
      address="お申し込み"
      description="イメージ図。プランを選んで申し込む画面。二つのプランが並び、右に完了を知らせる画面が重なる。"
    >
      <path className="fill-wash stroke-none" d="M2 38h476v260H2Z" />
      <text x="32" y="78" fontSize="20" className="fill-line stroke-none font-bold">
        プランを選ぶ
      </text>
      <rect x="32" y="94" width="132" height="122" rx="10" strokeWidth="4" className="stroke-ai" />
      <rect x="178" y="94" width="132" height="122" rx="10" />
      <g className="fill-line stroke-none font-bold" fontSize="17">
        <text x="62" y="124">
          はじめて
        </text>
        <text x="208" y="124">
          しっかり
        </text>
      </g>
      <circle cx="49" cy="118" r="7" className="stroke-ai" strokeWidth="4" />
      <circle cx="195" cy="118" r="7" />
      <Bars x={48} y={148} widths={[96, 96, 70, 84]} />
      <Bars x={194} y={148} widths={[96, 80, 96, 60]} />
      <DrawnButton x={32} y={236} width={278} label="カードで申し込む" />
      <rect x="336" y="70" width="116" height="196" rx="14" className="fill-line" />
      <rect x="344" y="82" width="100" height="168" rx="4" className="stroke-none" />
      <circle cx="394" cy="132" r="24" className="fill-signal" />
      <Line strokeWidth="4.5" d="m383 132 8 9 15-18" />
      <g className="fill-line stroke-none font-bold" fontSize="14" textAnchor="middle">
        <text x="394" y="184">
          お申し込み
        </text>
        <text x="394" y="204">
          ありがとう
        </text>
        <text x="394" y="224">
          ございます
        </text>
      </g>
    </BrowserWindow>
  );
}
