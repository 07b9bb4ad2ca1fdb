import type { ReactNode } from "react";
import { Line } from "./ink.tsx";

export type Mood = "calm" | "tired" | "happy" | "surprised" | "puzzled" | "keen" | "moved" | "sleepy";

interface Features {
  eyes: ReactNode;
  brows: ReactNode;
  mouth: ReactNode;
}

const DOT_EYES = (
  <g className="fill-line stroke-none">
    <ellipse cx="-15" cy="4" rx="4.5" ry="6.5" />
    <ellipse cx="15" cy="4" rx="4.5" ry="6.5" />
    <g className="fill-paper">
      <circle cx="-13.5" cy="1.5" r="1.7" />
      <circle cx="16.5" cy="1.5" r="1.7" />
    </g>
  </g>
);
const ARC_EYES = <Line d="M-22 6q7-10 14 0M8 6q7-10 14 0" />;
const WIDE_EYES = (
  <>
    <circle cx="-15" cy="3" r="9.5" />
    <circle cx="15" cy="3" r="9.5" />
    <circle cx="-15" cy="3" r="2.5" className="fill-line stroke-none" />
    <circle cx="15" cy="3" r="2.5" className="fill-line stroke-none" />
  </>
);
/** Wide eyes behind glasses; the rims serve as their outlines. */
const PINPOINT_EYES = (
  <g className="fill-line stroke-none">
    <circle cx="-15" cy="3" r="2.8" />
    <circle cx="15" cy="3" r="2.8" />
  </g>
);
const SPARK_EYES = (
  <g className="fill-line stroke-none">
    <ellipse cx="-15" cy="3" rx="7" ry="9" />
    <ellipse cx="15" cy="3" rx="7" ry="9" />
    <g className="fill-paper">
      <circle cx="-12.5" cy="-1" r="3" />
      <circle cx="17.5" cy="-1" r="3" />
      <circle cx="-17.5" cy="7" r="1.5" />
      <circle cx="12.5" cy="7" r="1.5" />
    </g>
  </g>
);
const LIDDED_EYES = (
  <>
    <path className="fill-line stroke-none" d="M-20 3h10c0 5-2 7-5 7s-5-2-5-7ZM10 3h10c0 5-2 7-5 7s-5-2-5-7Z" />
    <Line d="M-22 3h14M8 3h14" />
    <Line strokeWidth="1.8" d="M-19 14q4 2 8 0M11 14q4 2 8 0" />
  </>
);

const FACES: Record<Mood, Features> = {
  calm: { eyes: DOT_EYES, brows: <Line d="M-20-10q5-3 9-1M11-11q5-2 9 1" />, mouth: <Line d="M-6 20q6 5 12 0" /> },
  tired: {
    eyes: LIDDED_EYES,
    brows: <Line d="M-22-6q5-4 11-5M11-11q6 1 11 5" />,
    mouth: <Line d="M-8 24q4-5 8-2t8-1" />,
  },
  happy: {
    eyes: ARC_EYES,
    brows: <Line d="M-21-10q6-5 12-2M9-12q6-3 12 2" />,
    mouth: (
      <>
        <path className="fill-line" d="M-11 16q11 4 22 0c0 9-4 14-11 14s-11-5-11-14Z" />
        <path className="fill-signal stroke-none" d="M-5 26q5-4 10 0-2 3-5 3t-5-3Z" />
      </>
    ),
  },
  surprised: {
    eyes: WIDE_EYES,
    brows: <Line d="M-22-13q7-5 13-2M9-15q6-3 13 2" />,
    mouth: <ellipse className="fill-line" cx="0" cy="24" rx="5" ry="6.5" />,
  },
  puzzled: {
    eyes: DOT_EYES,
    brows: <Line d="M-21-8q6-4 11 0M10-13q6-3 11 1" />,
    mouth: <Line d="M-7 23q5-5 8-1t7-2" />,
  },
  keen: {
    eyes: DOT_EYES,
    brows: <Line strokeWidth="3.5" d="M-22-11 -9-7M9-7 22-11" />,
    mouth: <Line d="M-7 20q8 4 14-2" />,
  },
  moved: {
    eyes: SPARK_EYES,
    brows: <Line d="M-21-12q6-5 12-2M9-14q6-3 12 2" />,
    mouth: <path className="fill-line" d="M-7 18h14q0 10-7 10t-7-10Z" />,
  },
  sleepy: {
    eyes: <Line d="M-22 3q7 6 14 0M8 3q7 6 14 0" />,
    brows: <Line d="M-20-10q5-2 9 0M11-10q5-2 9 0" />,
    mouth: <ellipse className="fill-paper" cx="0" cy="22" rx="3.5" ry="4" strokeWidth="2.5" />,
  },
};

interface FaceProps {
  mood: Mood;
  /** The shift of the features, in units of a head of 80, sets the direction of the gaze. */
  look?: [number, number];
  glasses?: boolean;
}

/** Eyes, brows, mouth and a blush. Each character draws its own head. */
export function Face({ mood, look: [dx, dy] = [0, 0], glasses = false }: FaceProps) {
  const { eyes, brows, mouth } = FACES[mood];
  return (
    <g transform={`translate(${dx} ${dy})`}>
      <g className="fill-signal stroke-none" opacity="0.7">
        <ellipse cx="-26" cy="16" rx="6" ry="3.5" />
        <ellipse cx="26" cy="16" rx="6" ry="3.5" />
      </g>
      {glasses && mood === "surprised" ? PINPOINT_EYES : eyes}
      {brows}
      {mouth}
      {glasses && (
        <g fill="none" strokeWidth="2.5">
          <rect x="-27" y="-8" width="24" height="23" rx="10" />
          <rect x="3" y="-8" width="24" height="23" rx="10" />
          <path d="M-3 2q3-3 6 0M-27 0l-9-3M27 0l9-3" />
        </g>
      )}
    </g>
  );
}
