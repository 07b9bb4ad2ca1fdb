import { Caption, Cry, Sound } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { SleepingCat } from "../../drawing/cat.tsx";
import { At } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";
import { DeskLamp, LaptopBack, Window } from "../../drawing/props.tsx";

export function FinishedAtTwo() {
  return (
    <Panel
      id="finished-at-two"
      width={420}
      leaning="left"
      description="机に向かうエンジニアのツクルが、ノートパソコンのキーを勢いよく押して「できた……！」。深夜二時。個人開発のアプリが、完成した。"
    >
      <path fill="url(#tone)" className="stroke-none" d="M0 0h420v240H0Z" />
      <At x={258} y={22} scale={0.86}>
        <Window night />
      </At>
      <At x={206} y={122}>
        <Hoodie />
        <EngineerHead mood="happy" look={[-3, 2]} />
      </At>
      <path d="M-10 240H430V310H-10Z" />
      <At x={206} y={246}>
        <LaptopBack />
      </At>
      <At x={342} y={246} scale={0.85}>
        <DeskLamp />
      </At>
      <At x={88} y={250} scale={0.72}>
        <SleepingCat />
      </At>
      <Sound x={124} y={284} text="ッターン！" turn={-5} size={32} />
      <Cry x={84} y={98} lines={["できた", "……！"]} size={24} />
      <Caption x={384} y={104} lines={["深夜二時。個人開発の", "アプリが、完成した。"]} size={17} />
    </Panel>
  );
}
