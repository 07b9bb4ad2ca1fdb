import { At, Line } from "../drawing/ink.tsx";
import { BrowserWindow } from "./browser-window.tsx";

export function MenuRewrite() {
  return (
    <BrowserWindow
      id="menu-rewrite"
      address="メニューの紹介文"
      description="イメージ図。メニューの紹介文の、直す前と直したあと。「ブレンドコーヒー」が「雨の日の、ほっとする一杯。」に変わる。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M2 38h476v260H2Z" />
      <At x={116} y={168} turn={-2}>
        <path d="M-88-98H88V102H-88Z" />
        <path className="fill-tone" d="M-88-98H88v32H-88Z" />
        <text y="-75" fontSize="17" textAnchor="middle" className="fill-line stroke-none font-bold">
          直す前
        </text>
        <text y="14" fontSize="19" textAnchor="middle" className="fill-line stroke-none">
          ブレンドコーヒー
        </text>
        <Line className="stroke-tone" d="M-56 40H56" />
      </At>
      <Line d="M218 168h38m-12-10 12 10-12 10" strokeWidth="4.5" />
      <At x={364} y={168} turn={1.5}>
        <path d="M-98-104H98V108H-98Z" />
        <path className="fill-signal" d="M-98-104H98v34H-98Z" />
        <text y="-80" fontSize="17" textAnchor="middle" className="fill-line stroke-none font-bold">
          直したあと
        </text>
        <g className="fill-line stroke-none font-black" fontSize="23" textAnchor="middle">
          <text y="-28">雨の日の、</text>
          <text y="4">ほっとする一杯。</text>
        </g>
        <path d="M-22 36h38l-2 36c0 4-3 6-6 6h-22c-4 0-6-2-6-6ZM16 46c15-3 17 20-1 20" className="fill-glow" />
        <Line d="M-10 28c-4-6 4-8 0-14M4 28c-4-6 4-8 0-14" strokeWidth="2" />
      </At>
    </BrowserWindow>
  );
}
