import { Caption } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { At, Limb, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";

export function NewHeadline() {
  return (
    <Panel
      id="new-headline"
      width={420}
      leaning="left"
      description="ツクルが見出しを書き直す。「多機能請求管理ツール」を消して、「月末の請求書を、十五分で。」。学んで、書き直す。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h420v300H0Z" />
      <path d="M-10 262H430V310H-10Z" />
      <At x={310} y={140} scale={0.98}>
        <Hoodie />
        <EngineerHead mood="keen" look={[-8, 5]} />
      </At>
      <At x={140} y={150} turn={-3}>
        <path d="M-104-116H104V122H-104Z" />
        <Line className="stroke-tone" d="M-84-64H84M-84-16H84M-84 32H84M-84 80H84" strokeWidth="2" />
        <text x="-84" y="-74" fontSize="16" className="fill-line stroke-none">
          多機能請求管理ツール
        </text>
        <Line d="M-90-80q46-5 92 0t88-3" strokeWidth="2.5" />
        <path className="fill-signal stroke-none" d="M-88-6H98V20H-88ZM-88 42H32V68H-88Z" />
        <g className="fill-line stroke-none font-black" fontSize="23">
          <text x="-84" y="18">
            月末の請求書を、
          </text>
          <text x="-84" y="66">
            十五分で。
          </text>
        </g>
      </At>
      <Limb d="M362 214C340 250 290 262 246 226" className="stroke-ai" />
      <At x={238} y={222} turn={-38}>
        <path className="fill-signal" d="M-5-40h10v48l-5 12-5-12Z" strokeWidth="2.5" />
        <circle cx="4" cy="-6" r="11" />
      </At>
      <Caption x={390} y={96} lines={["学んで、書き直す。"]} size={17} />
    </Panel>
  );
}
