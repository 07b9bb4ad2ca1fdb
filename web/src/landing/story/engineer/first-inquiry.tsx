import { Bubble, Sound, Spark } from "../../drawing/bubble.tsx";
import { SittingCat } from "../../drawing/cat.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";

export function FirstInquiry() {
  return (
    <Panel
      id="first-inquiry"
      width={300}
      leaning="right"
      description="机の上のスマートフォンが、ピコンと鳴る。「お問い合わせ 1件。うちの請求書でも使えますか？」。猫が目を丸くする。"
    >
      <path fill="url(#tone)" className="stroke-none" d="M0 0h300v300H0Z" />
      <path d="M-10 236H310V310H-10Z" />
      <At x={214} y={262} scale={0.95}>
        <SittingCat mood="surprised" />
      </At>
      <At x={92} y={196} turn={-7}>
        <rect x="-62" y="-98" width="124" height="196" rx="16" className="fill-line" />
        <rect x="-53" y="-84" width="106" height="166" rx="4" className="fill-wash stroke-none" />
        <rect x="-48" y="-46" width="96" height="54" rx="6" strokeWidth="2.5" />
        <g className="fill-line stroke-none font-bold" fontSize="13.5">
          <text x="-41" y="-25">
            お問い合わせ
          </text>
          <text x="-41" y="-4">
            1件
          </text>
        </g>
        <circle className="fill-signal" cx="47" cy="-46" r="10" strokeWidth="2.5" />
        <Line d="M-40 28h80M-40 46h80M-40 64h48" strokeWidth="3" className="stroke-tone" />
      </At>
      <Spark x={146} y={108} turn={10} />
      <Sound x={150} y={62} text="ピコン！" turn={6} size={34} />
      <Bubble x={46} y={78} lines={["うちの請求書でも", "使えますか？"]} size={15} tail={[70, 160]} />
    </Panel>
  );
}
