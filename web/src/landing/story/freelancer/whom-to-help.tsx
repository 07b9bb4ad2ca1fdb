import { Lettering } from "../../drawing/bubble.tsx";
import { Cardigan } from "../../drawing/bodies.tsx";
import { FocusLines } from "../../drawing/effects.tsx";
import { At } from "../../drawing/ink.tsx";
import { Splash } from "../../drawing/panel.tsx";
import { WorkerHead } from "../../drawing/people.tsx";

export function WhomToHelp() {
  return (
    <Splash id="whom-to-help" description="集中線の真ん中で、ハナが目をかがやかせる。「だれの、何を助けるか……！」">
      <FocusLines x={210} y={150} rx={190} ry={130} reach={480} count={96} />
      <At x={210} y={152} scale={1.4}>
        <Cardigan />
        <WorkerHead mood="moved" look={[0, 1]} />
      </At>
      <Lettering x={366} y={132} lines={["だれの、何を"]} size={34} weight="font-black" />
      <Lettering x={54} y={156} lines={["助けるか……！"]} size={34} weight="font-black" />
    </Splash>
  );
}
