import { Sound, Thought } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { GloomLines } from "../../drawing/effects.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";

export function MoreFeatures() {
  return (
    <Panel
      id="more-features"
      width={300}
      leaning="left"
      description="ツクルは疲れた顔で、機能追加と書いた付せんに囲まれている。「機能が足りない？ もう一つ足せば……」。"
    >
      <path fill="url(#tone)" className="stroke-none" d="M0 0h300v300H0Z" />
      <At x={134} y={176} scale={1.25}>
        <Hoodie />
        <EngineerHead mood="tired" look={[0, 4]} />
      </At>
      <GloomLines x={97} y={112} width={80} height={38} />
      <Note x={68} y={110} turn={-8} text="機能追加" />
      <Note x={58} y={196} turn={5} text="機能追加" />
      <Note x={226} y={242} turn={-6} text="機能追加" />
      <Note x={78} y={268} turn={7} text="また追加" />
      <path className="fill-wash" d="M196 150c-8 11-11 16-11 21a10 10 0 0 0 20 1c0-5-3-11-9-22Z" strokeWidth="2.5" />
      <Sound x={36} y={56} text="どよーん" turn={-6} size={27} />
      <Thought x={238} y={110} lines={["機能が足りない？", "もう一つ足せば……"]} tail={[196, 200]} size={17} />
    </Panel>
  );
}

function Note({ x, y, turn, text }: { x: number; y: number; turn: number; text: string }) {
  return (
    <At x={x} y={y} turn={turn}>
      <path className="fill-signal" d="M-42-24h84v38l-12 12h-72Z" />
      <Line d="M42 14H30v12" strokeWidth="2" />
      <text y="7" textAnchor="middle" fontSize="18" className="fill-line stroke-none font-bold">
        {text}
      </text>
    </At>
  );
}
