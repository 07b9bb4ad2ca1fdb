import { Lettering } from "../../drawing/bubble.tsx";
import { Hoodie } from "../../drawing/bodies.tsx";
import { FocusLines } from "../../drawing/effects.tsx";
import { At } from "../../drawing/ink.tsx";
import { Splash } from "../../drawing/panel.tsx";
import { EngineerHead } from "../../drawing/people.tsx";

export function WrongOrder() {
  return (
    <Splash id="wrong-order" description="集中線の真ん中で、ツクルが目を見開く。「つくる順番が逆だった……！」">
      <FocusLines x={210} y={150} rx={186} ry={128} reach={480} count={96} />
      <At x={210} y={150} scale={1.5}>
        <Hoodie />
        <EngineerHead mood="surprised" look={[0, -1]} />
      </At>
      <Lettering x={362} y={132} lines={["つくる順番が"]} size={34} weight="font-black" />
      <Lettering x={58} y={156} lines={["逆だった……！"]} size={34} weight="font-black" />
    </Splash>
  );
}
