import { Bubble, Spark } from "../../drawing/bubble.tsx";
import { Apron, Cardigan } from "../../drawing/bodies.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { OwnerHead, WorkerHead } from "../../drawing/people.tsx";
import { Mug } from "../../drawing/props.tsx";

export function FirstRequest() {
  return (
    <Panel
      id="first-request"
      width={420}
      leaning="right"
      description="近所の喫茶店。店主が言う。「メニューの紹介文、書いてくれる？」。ハナの目がかがやく。「わたしで、よければ！」"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h420v300H0Z" />
      <rect x="148" y="24" width="112" height="98" rx="4" className="fill-line" />
      <g className="fill-paper stroke-none" textAnchor="middle">
        <text x="204" y="52" fontSize="18" className="font-bold">
          本日の珈琲
        </text>
      </g>
      <Line className="stroke-paper" d="M164 70h54M164 86h44M164 102h50" strokeWidth="2.5" />
      <Line className="stroke-signal" d="M230 70h14M230 86h14M230 102h14" strokeWidth="2.5" />
      <At x={304} y={162} scale={0.98}>
        <Apron />
        <OwnerHead mood="calm" look={[-7, 1]} />
      </At>
      <At x={104} y={166} scale={0.98}>
        <Cardigan />
        <WorkerHead mood="moved" look={[7, 0]} />
      </At>
      <Spark x={140} y={132} turn={30} />
      <path d="M-10 252H430V310H-10Z" className="fill-wash" />
      <path d="M-10 252H430V264H-10Z" />
      <At x={206} y={256} scale={0.95}>
        <Mug />
      </At>
      <Bubble x={374} y={100} lines={["メニューの紹介文", "書いてくれる？"]} size={16} tail={[330, 180]} />
      <Bubble x={38} y={94} lines={["わたしで、", "よければ！"]} size={18} tail={[76, 176]} />
    </Panel>
  );
}
