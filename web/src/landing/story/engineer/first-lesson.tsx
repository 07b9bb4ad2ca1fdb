import { Sound, Spark } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { SittingCat } from "../../drawing/cat.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";

export function FirstLesson() {
  return (
    <Panel
      id="first-lesson"
      width={420}
      leaning="right"
      description="ツクルと猫が、画面の動画を見ている。講師の言葉。「機能より、先に。だれの、どんな困りごとか？」。ツクルは、はっとする。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h420v300H0Z" />
      <path d="M-10 246H430V310H-10Z" />
      <rect x="182" y="40" width="222" height="162" rx="9" className="fill-line" />
      <rect x="192" y="50" width="202" height="122" className="fill-wash stroke-none" />
      <g className="fill-line stroke-none font-bold" fontSize="20">
        <text x="206" y="84">
          機能より、先に。
        </text>
        <text x="206" y="120" className="font-black" fontSize="23">
          だれの、どんな
        </text>
        <text x="206" y="152" className="font-black" fontSize="23">
          困りごとか？
        </text>
      </g>
      <path className="fill-ai stroke-none" d="M358 136h28v26h-28Z" />
      <path className="stroke-none" d="m366 141 14 8-14 8Z" />
      <Line className="stroke-paper" d="M200 187h186" strokeWidth="5" opacity="0.45" />
      <Line className="stroke-signal" d="M200 187h58" strokeWidth="5" />
      <circle cx="258" cy="187" r="6" className="fill-signal stroke-none" />
      <path d="M274 202h38l6 36h-50ZM250 238h86v10h-86Z" />
      <At x={84} y={168} scale={0.98}>
        <Hoodie />
        <EngineerHead mood="surprised" look={[9, -1]} />
      </At>
      <Spark x={136} y={114} turn={12} />
      <At x={186} y={288} scale={0.72}>
        <SittingCat />
      </At>
      <Sound x={112} y={62} text="ハッ" turn={-8} size={34} />
    </Panel>
  );
}
