import { WorkerHead } from "../drawing/people.tsx";
import { Cardigan } from "../drawing/bodies.tsx";
import { At } from "../drawing/ink.tsx";
import { Bars, BrowserWindow, DrawnButton } from "./browser-window.tsx";

export function ProfilePage() {
  return (
    <BrowserWindow
      id="profile-page"
      address="わたしの紹介ページ"
      description="イメージ図。仕事用の紹介ページ。似顔絵の横に「小さな飲食店の、メニュー紹介文を書きます。」、下に相談ボタン。"
    >
      <path className="fill-wash stroke-none" d="M2 38h476v156H2Z" />
      <clipPath id="portrait">
        <circle cx="104" cy="118" r="62" />
      </clipPath>
      <circle cx="104" cy="118" r="62" className="fill-glow stroke-none" />
      <g clipPath="url(#portrait)">
        <At x={104} y={122} scale={0.82}>
          <Cardigan />
          <WorkerHead mood="calm" />
        </At>
      </g>
      <circle cx="104" cy="118" r="62" fill="none" />
      <g className="fill-line stroke-none font-black" fontSize="21">
        <text x="194" y="88">
          小さな飲食店の、
        </text>
        <text x="194" y="122">
          メニュー紹介文を書きます。
        </text>
      </g>
      <DrawnButton x={194} y={142} width={150} label="相談してみる" />
      <Bars x={34} y={220} widths={[120, 120, 90, 60]} />
      <Bars x={184} y={220} widths={[120, 100, 120, 70]} />
      <Bars x={334} y={220} widths={[112, 112, 80, 96]} />
    </BrowserWindow>
  );
}
