import { Bubble, Sound } from "../../drawing/bubble.tsx";
import { EngineerFromBehind } from "../../drawing/bodies.tsx";
import { At, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";

export function NobodyCame() {
  return (
    <Panel
      id="nobody-came"
      width={300}
      leaning="right"
      description="画面には「利用者 0人」と、横ばいのままの線。ツクルの背中。「公開して、一か月。だれも来ない……」。部屋は、しーんとしている。"
    >
      <path fill="url(#tone-light)" className="stroke-none" d="M0 0h300v300H0Z" />
      <rect x="24" y="26" width="176" height="136" rx="8" className="fill-line" />
      <rect x="33" y="35" width="158" height="118" rx="3" className="stroke-none" />
      <g className="fill-line stroke-none font-bold">
        <text x="46" y="62" fontSize="17">
          利用者
        </text>
        <text x="130" y="66" fontSize="26" className="font-black">
          0人
        </text>
      </g>
      <Line d="M48 82v52h128" strokeWidth="2.5" />
      <Line className="stroke-ai" d="M50 130l26 1 24-1 24 1 22-1 28 0" strokeWidth="4" />
      <path d="M96 162h32l5 16H91Z" />
      <At x={108} y={240} scale={1.05}>
        <EngineerFromBehind />
      </At>
      <Sound x={180} y={282} text="しーん" turn={-5} size={28} />
      <Bubble x={242} y={118} lines={["公開して、一か月。", "だれも来ない……"]} tail={[164, 226]} />
    </Panel>
  );
}
