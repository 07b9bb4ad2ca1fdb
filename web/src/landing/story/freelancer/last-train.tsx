import { Caption, Thought } from "../../drawing/bubble.tsx";
import { Cardigan } from "../../drawing/bodies.tsx";
import { At, Limb, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { WorkerHead } from "../../drawing/people.tsx";

export function LastTrain() {
  return (
    <Panel
      id="last-train"
      width={300}
      leaning="left"
      description="夜九時の電車。つり革につかまる会社員のハナは、疲れた顔。「言われた仕事で、今日も終わった……」。"
    >
      <path fill="url(#tone)" className="stroke-none" d="M0 0h300v300H0Z" />
      <rect x="-20" y="66" width="132" height="112" rx="12" className="fill-ai" strokeWidth="5" />
      <rect x="132" y="66" width="190" height="112" rx="12" className="fill-ai" strokeWidth="5" />
      <path
        className="fill-signal stroke-none"
        d="M14 112h26v7H14ZM62 132h18v7H62ZM210 156h24v7h-24ZM20 156h12v6H20Z"
      />
      <path className="stroke-none" d="M50 96h14v6H50ZM82 160h16v6H82Z" opacity="0.7" />
      <path d="M-10 22h320v11H-10Z" />
      <Line d="M100 33v26M230 33v34" strokeWidth="5" />
      <path fill="none" d="M84 84 100 58 116 84Z" strokeWidth="6" />
      <At x={152} y={184}>
        <Cardigan />
        <WorkerHead mood="tired" look={[2, 5]} />
      </At>
      <Limb d="M216 276C248 250 246 170 232 104" className="stroke-signal" width={24} />
      <path fill="none" d="M214 92 230 66 246 92Z" strokeWidth="6" />
      <circle cx="231" cy="96" r="13" />
      <Line d="M224 92v8M231 90v10M238 92v8" strokeWidth="2" />
      <Thought x={64} y={124} lines={["言われた仕事で、", "今日も終わった……"]} size={16} tail={[112, 208]} />
      <Caption x={276} y={78} lines={["夜九時の電車。"]} size={17} />
    </Panel>
  );
}
