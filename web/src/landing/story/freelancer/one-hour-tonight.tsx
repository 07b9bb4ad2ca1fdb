import { Bubble, Caption } from "../../drawing/bubble.tsx";
import { Cardigan } from "../../drawing/bodies.tsx";
import { SittingCat } from "../../drawing/cat.tsx";
import { Bookshelf, Corkboard } from "../../drawing/furniture.tsx";
import { At } from "../../drawing/ink.tsx";
import { Splash } from "../../drawing/panel.tsx";
import { WorkerHead } from "../../drawing/people.tsx";
import { DeskLamp, LaptopBack, Mug, Window } from "../../drawing/props.tsx";

export function OneHourTonight() {
  return (
    <Splash
      id="one-hour-tonight"
      description="夜の部屋。ランプの下でハナがパソコンに向かい、猫が手まねきしている。「よし、今日の一時間！」。大きな一歩でなくていい。今夜の、一時間から。"
    >
      <path className="fill-wash stroke-none" d="M-160-10H580V310H-160Z" />
      <path fill="url(#tone-light)" className="stroke-none" d="M-160-10H580V310H-160Z" />
      <At x={36} y={22} scale={1.1}>
        <Window night />
      </At>
      <At x={-134} y={40}>
        <Corkboard />
      </At>
      <At x={448} y={60}>
        <Bookshelf />
      </At>
      <At x={208} y={136} scale={1.02}>
        <Cardigan />
        <WorkerHead mood="happy" look={[-2, 1]} />
      </At>
      <path d="M-170 252H590V310H-170Z" />
      <At x={208} y={260}>
        <LaptopBack />
      </At>
      <At x={350} y={266} scale={0.76} flip>
        <SittingCat mood="happy" beckon />
      </At>
      <At x={92} y={266} scale={0.8}>
        <Mug />
      </At>
      <At x={-100} y={264} scale={0.9} flip>
        <DeskLamp />
      </At>
      <Bubble x={382} y={84} lines={["よし、今日の", "一時間！"]} tail={[262, 152]} size={19} />
      <Caption x={40} y={122} lines={["大きな一歩で", "なくていい。", "今夜の、一時間から。"]} size={17} />
    </Splash>
  );
}
