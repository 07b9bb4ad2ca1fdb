import type { ReactNode } from "react";
import { Bubble } from "../../drawing/bubble.tsx";
import { Cardigan } from "../../drawing/bodies.tsx";
import { SleepingCat } from "../../drawing/cat.tsx";
import { Sofa } from "../../drawing/furniture.tsx";
import { At, Limb } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { WorkerHead } from "../../drawing/people.tsx";
import { Phone } from "../../drawing/props.tsx";

export function Someday() {
  return (
    <Panel
      id="someday"
      width={420}
      leaning="right"
      description="家のソファ。スマートフォンをながめるハナの頭に、スキルは？ 実績は？ お金は？ と浮かぶ。「副業、してみたい。でも……」。となりで猫が寝ている。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h420v300H0Z" />
      <path d="M-10 268H430V310H-10Z" className="fill-wash" />
      <At x={204} y={284} scale={1.22}>
        <Sofa />
      </At>
      <At x={206} y={166}>
        <Cardigan />
        <WorkerHead mood="puzzled" look={[-5, 6]} />
      </At>
      <Limb d="M258 262c-16 22-52 24-74 0" className="stroke-signal" />
      <At x={166} y={242} turn={-14} scale={0.85}>
        <Phone />
      </At>
      <circle cx="182" cy="262" r="11" />
      <At x={318} y={252} scale={0.74} flip>
        <SleepingCat />
      </At>
      <Worry x={76} y={60}>
        スキルは？
      </Worry>
      <Worry x={196} y={42}>
        実績は？
      </Worry>
      <Worry x={70} y={136}>
        お金は？
      </Worry>
      <Bubble x={330} y={108} lines={["副業、してみたい。", "でも……"]} size={18} tail={[254, 178]} />
    </Panel>
  );
}

function Worry({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <At x={x} y={y}>
      <path
        d="M-46 18c-18-2-18-26-2-28 2-18 30-22 38-10 10-12 38-10 42 6 20 0 22 28 4 32-8 12-72 12-82 0Z"
        strokeWidth="2.5"
      />
      <text y="8" textAnchor="middle" fontSize="18" className="fill-line stroke-none font-bold">
        {children}
      </text>
    </At>
  );
}
