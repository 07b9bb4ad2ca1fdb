import type { ReactNode } from "react";
import { SittingCat } from "./cat.tsx";
import { At, Ink, Line } from "./ink.tsx";

interface LessonScreenProps {
  heading: string;
  description: string;
  /** Chalk drawing on the board: x 90 to 450, y 120 to 250. */
  children: ReactNode;
}

/** A playing lesson: a board, the player's bar, the calico in the front row. 16:9. */
function LessonScreen({ heading, description, children }: LessonScreenProps) {
  return (
    <svg viewBox="0 0 640 360" role="img" aria-labelledby="lesson-screen" className="h-full w-full">
      <title id="lesson-screen">{description}</title>
      <Ink>
        <path className="fill-wash stroke-none" d="M-200-200H840V560H-200Z" />
        <path fill="url(#tone-light)" className="stroke-none" d="M-200-200H840V560H-200Z" />
        <rect x="52" y="34" width="470" height="232" rx="6" className="fill-ai" strokeWidth="12" />
        <rect x="52" y="34" width="470" height="232" rx="6" className="stroke-signal" fill="none" strokeWidth="6" />
        <text x="86" y="88" fontSize="27" className="fill-paper stroke-none font-bold">
          {heading}
        </text>
        <Line
          className="stroke-signal"
          d={`M86 104q${heading.length * 13}-6 ${heading.length * 26} 0`}
          strokeWidth="4"
        />
        {children}
        <path d="M-210 300H850V570H-210Z" className="fill-line stroke-none" />
        <Line className="stroke-tone" d="M28 318H612" strokeWidth="6" />
        <Line className="stroke-signal" d="M28 318H236" strokeWidth="6" />
        <circle cx="236" cy="318" r="8" className="fill-signal stroke-none" />
        <path className="fill-paper stroke-none" d="m32 334 15 8.5-15 8.5Z" />
        <text x="60" y="349" fontSize="17" className="fill-paper stroke-none">
          06:15
        </text>
        <At x={578} y={302} scale={0.9} flip>
          <SittingCat />
        </At>
      </Ink>
    </svg>
  );
}

export function PriceLesson() {
  return (
    <LessonScreen
      heading="値段は、三段で見せる"
      description="動画の再生画面のイメージ図。黒板に三段の料金表がかかれ、三毛猫が前で聞いている。"
    >
      <g className="stroke-paper" fill="none" strokeWidth="3">
        <path d="M86 188h106v56H86ZM204 160h138v84H204ZM354 134h124v110H354Z" />
      </g>
      <g className="fill-paper stroke-none font-bold" fontSize="20" textAnchor="middle">
        <text x="139" y="223">
          ためす
        </text>
        <text x="273" y="209">
          ちょうどいい
        </text>
        <text x="416" y="196">
          おまかせ
        </text>
      </g>
      <Line className="stroke-signal" d="M210 150c16-20 44-28 78-26m-10-8 11 8-10 9" strokeWidth="3.5" />
    </LessonScreen>
  );
}

export function IntroductionLesson() {
  return (
    <LessonScreen
      heading="自己紹介は、三行で"
      description="動画の再生画面のイメージ図。黒板に「だれの」「何を」「どうする」と三行の型がかかれ、三毛猫が前で聞いている。"
    >
      {["だれの", "何を", "どうする"].map((label, index) => (
        <g key={label} transform={`translate(86 ${126 + index * 44})`}>
          <circle cx="16" cy="16" r="15" className="fill-signal stroke-none" />
          <text x="16" y="23" fontSize="19" textAnchor="middle" className="fill-line stroke-none font-bold">
            {index + 1}
          </text>
          <text x="46" y="24" fontSize="22" className="fill-paper stroke-none font-bold">
            {label}
          </text>
          <Line className="stroke-paper" d="M148 26H396" strokeWidth="2.5" opacity="0.7" />
        </g>
      ))}
    </LessonScreen>
  );
}
