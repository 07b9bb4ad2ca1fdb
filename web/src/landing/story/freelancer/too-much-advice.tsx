import { Bubble, Sound } from "../../drawing/bubble.tsx";
import { Cardigan } from "../../drawing/bodies.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { WorkerHead } from "../../drawing/people.tsx";

export function TooMuchAdvice() {
  return (
    <Panel
      id="too-much-advice"
      width={420}
      leaning="left"
      description="「すぐ稼げる」「裏ワザ」「最短」。派手な画面に囲まれて、ハナは目が回る。「どれを信じればいいの……」。"
    >
      <path fill="url(#tone-dark)" className="stroke-none" d="M0 0h420v300H0Z" />
      <Advice x={104} y={66} turn={-9} text="すぐ稼げる！" />
      <Advice x={88} y={164} turn={7} text="裏ワザ七選" />
      <Advice x={248} y={50} turn={6} text="最短で自由に" />
      <Advice x={92} y={256} turn={-5} text="今だけ特別に" />
      <At x={250} y={192} scale={1.06}>
        <Cardigan />
        <WorkerHead mood="tired" look={[0, 3]} />
      </At>
      <Spiral x={186} y={126} />
      <Spiral x={316} y={122} />
      <Sound x={300} y={280} text="ぐるぐる" turn={-8} size={28} />
      <Bubble x={362} y={120} lines={["どれを信じれば", "いいの……"]} size={19} tail={[292, 206]} />
    </Panel>
  );
}

/** Dizziness. */
function Spiral({ x, y }: { x: number; y: number }) {
  return (
    <At x={x} y={y}>
      <circle r="15" className="stroke-none" />
      <Line d="M0 0c0-4 6-4 6 1s-9 6-10 0 9-11 13-3-2 14-10 13-13-8-11-16" strokeWidth="2.5" />
    </At>
  );
}

/** A loud browser window. */
function Advice({ x, y, turn, text }: { x: number; y: number; turn: number; text: string }) {
  return (
    <At x={x} y={y} turn={turn}>
      <rect x="-74" y="-38" width="148" height="76" rx="6" />
      <path className="fill-tone" d="M-74-20v-12c0-4 2-6 6-6H68c4 0 6 2 6 6v12Z" />
      <g className="fill-paper" strokeWidth="2">
        <circle cx="-62" cy="-29" r="4" />
        <circle cx="-49" cy="-29" r="4" />
      </g>
      <text y="16" textAnchor="middle" fontSize="20" className="fill-line stroke-none font-black">
        {text}
      </text>
    </At>
  );
}
