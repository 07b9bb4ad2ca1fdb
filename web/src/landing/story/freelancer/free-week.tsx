import { Bubble, Sound } from "../../drawing/bubble.tsx";
import { SittingCat } from "../../drawing/cat.tsx";
import { At, Limb } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";

export function FreeWeek() {
  return (
    <Panel
      id="free-week"
      width={300}
      leaning="right"
      description="パソコンの画面に「一週間、無料。支払い情報の登録なし」。猫が前足でキーをポチッと押す。ハナの声。「えいっ、始めてみよう」。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h300v300H0Z" />
      <path d="M-10 232H310V310H-10Z" />
      <path className="fill-line" d="M18 54c0-5 3-8 8-8h176c5 0 8 3 8 8v146H18Z" />
      <rect x="28" y="56" width="172" height="134" className="fill-wash stroke-none" />
      <g className="fill-line stroke-none" textAnchor="middle">
        <text x="114" y="98" fontSize="25" className="font-black">
          一週間、無料
        </text>
        <text x="114" y="126" fontSize="15">
          支払い情報の登録なし
        </text>
      </g>
      <rect x="52" y="142" width="124" height="34" rx="8" className="fill-ai" />
      <text x="114" y="165" textAnchor="middle" fontSize="17" className="fill-paper stroke-none font-bold">
        始めてみる
      </text>
      <path d="M18 200H210l22 34H-4Z" className="fill-tone" />
      <path d="M34 208H194M28 217H200M22 226H206" strokeWidth="4" className="stroke-paper" />
      <path d="M-6 234H234v8H-6Z" />
      <At x={226} y={286} scale={0.95}>
        <SittingCat mood="happy" />
      </At>
      <Limb d="M196 236c-8-6-16-14-30-18" width={15} />
      <Sound x={86} y={276} text="ポチッ" turn={-8} size={36} />
      <Bubble x={250} y={76} lines={["えいっ、", "始めてみよう"]} size={17} tail={[292, 170]} />
    </Panel>
  );
}
