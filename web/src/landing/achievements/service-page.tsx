import { At } from "../drawing/ink.tsx";
import { Bars, BrowserWindow, DrawnButton } from "./browser-window.tsx";

export function ServicePage() {
  return (
    <BrowserWindow
      id="service-page"
      address="自分のサービス"
      description="イメージ図。自作サービスの紹介ページ。見出しは「月末の請求書を、十五分で。」、下に申し込みボタンと請求書の絵。"
    >
      <path className="fill-glow stroke-none" d="M2 38h476v150H2Z" />
      <g className="fill-line stroke-none font-black" fontSize="27">
        <text x="28" y="88">
          月末の請求書を、
        </text>
        <text x="28" y="124">
          十五分で。
        </text>
      </g>
      <DrawnButton x={28} y={142} width={132} label="試してみる" />
      <At x={364} y={128} turn={5}>
        <path d="M-56-66H56V86H-56Z" />
        <text y="-38" fontSize="18" textAnchor="middle" className="fill-line stroke-none font-bold">
          請求書
        </text>
        <Bars x={-40} y={-18} widths={[80, 80, 56]} />
        <path className="fill-signal" d="M-40 30h80v22h-80Z" />
        <circle cx="34" cy="70" r="22" className="stroke-ai" fill="none" strokeWidth="3.5" />
        <path className="stroke-ai" fill="none" strokeWidth="3.5" d="m24 70 8 8 14-16" />
      </At>
      <Bars x={28} y={214} widths={[110, 110, 76]} />
      <Bars x={176} y={214} widths={[110, 110, 60]} />
      <Bars x={326} y={240} widths={[120, 90]} />
    </BrowserWindow>
  );
}
