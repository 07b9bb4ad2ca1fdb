import { Caption } from "../../drawing/bubble.tsx";
import { At, Limb, Line } from "../../drawing/ink.tsx";
import { Panel } from "../../drawing/panel.tsx";

export function NewProfile() {
  return (
    <Panel
      id="new-profile"
      width={300}
      leaning="left"
      description="ハナの手がノートの言葉を書き直す。「何でもやります」を消して、「小さな飲食店のメニュー紹介文を書きます。」。ひと晩に、一つ。"
    >
      <path fill="url(#tone)" className="stroke-none" d="M0 0h300v300H0Z" />
      <At x={136} y={150} turn={-4}>
        <path d="M-98-118H104V130H-98Z" />
        <path className="fill-wash stroke-none" d="M-96-116H-74V128H-96Z" />
        <Line d="M-74-118V130" strokeWidth="2" />
        <Line className="stroke-tone" d="M-62-56H94M-62-14H94M-62 28H94M-62 70H94" strokeWidth="2" />
        <text x="-60" y="-70" fontSize="20" className="fill-line stroke-none">
          何でもやります
        </text>
        <Line d="M-66-75q40-4 78 0t78-2" strokeWidth="2.5" />
        <path className="fill-signal stroke-none" d="M-64-16H82V8H-64Z" transform="translate(0 4)" />
        <g className="fill-line stroke-none font-bold" fontSize="20">
          <text x="-60" y="8">
            小さな飲食店の
          </text>
          <text x="-60" y="46">
            メニュー紹介文を
          </text>
          <text x="-60" y="84">
            書きます。
          </text>
        </g>
      </At>
      <Limb d="M306 300C286 270 262 258 236 250" className="stroke-signal" width={30} />
      <At x={214} y={236} turn={-42}>
        <path className="fill-ai" d="M-5-46h10v50l-5 13-5-13Z" strokeWidth="2.5" />
      </At>
      <path d="M206 236c4-10 18-14 28-8 12 6 14 22 4 30-10 6-24 2-28-6-3-6-6-10-4-16Z" />
      <Line d="M212 240c6-3 12-3 16 1M214 248c5-2 10-2 13 1" strokeWidth="2" />
      <Caption x={270} y={92} lines={["ひと晩に、一つ。"]} size={17} />
    </Panel>
  );
}
