import { Bubble, Caption } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { SittingCat } from "../../drawing/cat.tsx";
import { At } from "../../drawing/ink.tsx";
import { Splash } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";
import { Bookshelf, Corkboard } from "../../drawing/furniture.tsx";
import { LaptopBack, Mug, Plant, Window } from "../../drawing/props.tsx";

export function ToDeliver() {
  return (
    <Splash
      id="to-deliver"
      description="朝の部屋。窓から日が差し、ツクルが目をかがやかせる。「はじめての、お客さんだ……！」。となりで猫が手まねきしている。つくる力は、もうあった。足りなかったのは、届ける力だった。"
    >
      <path className="fill-glow stroke-none" d="M-160-10H580V310H-160Z" />
      <At x={40} y={24} scale={1.12}>
        <Window />
      </At>
      <At x={-134} y={40}>
        <Corkboard />
      </At>
      <At x={448} y={60}>
        <Bookshelf />
      </At>
      <At x={204} y={134} scale={1.04}>
        <Hoodie />
        <EngineerHead mood="moved" look={[-2, 1]} />
      </At>
      <path d="M-170 252H590V310H-170Z" />
      <At x={204} y={260}>
        <LaptopBack />
      </At>
      <At x={346} y={266} scale={0.72} flip>
        <SittingCat mood="happy" beckon />
      </At>
      <At x={92} y={266} scale={0.9}>
        <Mug />
      </At>
      <At x={-80} y={262} scale={1.2}>
        <Plant />
      </At>
      <Bubble x={376} y={92} lines={["はじめての、", "お客さんだ……！"]} tail={[252, 150]} size={17} />
      <Caption
        x={40}
        y={126}
        lines={["つくる力は、もうあった。", "足りなかったのは、", "届ける力だった。"]}
        size={17}
      />
    </Splash>
  );
}
