import { Ink, Line } from "./ink.tsx";

type CatMood = "calm" | "happy" | "asleep" | "surprised";

const EYES = {
  calm: (
    <g className="fill-line stroke-none">
      <ellipse cx="-13" cy="2" rx="3.5" ry="4.5" />
      <ellipse cx="13" cy="2" rx="3.5" ry="4.5" />
    </g>
  ),
  happy: <Line d="M-19 4q6-8 12 0M7 4q6-8 12 0" />,
  asleep: <Line d="M-19 1q6 6 12 0M7 1q6 6 12 0" />,
  surprised: (
    <>
      <circle cx="-13" cy="1" r="6.5" />
      <circle cx="13" cy="1" r="6.5" />
      <circle cx="-13" cy="1" r="2" className="fill-line stroke-none" />
      <circle cx="13" cy="1" r="2" className="fill-line stroke-none" />
    </>
  ),
} as const;

/** Head of the calico (三毛), about 80 units wide. */
export function CatHead({ mood }: { mood: CatMood }) {
  return (
    <>
      <path d="M-34-6c-3-14-3-26 0-36 10 3 18 9 23 16 7-2 15-2 22 0 5-7 13-13 23-16 3 10 3 22 0 36 4 6 5 12 4 17-3 12-18 19-38 19s-35-7-38-19c-1-5 0-11 4-17Z" />
      <path
        className="fill-signal stroke-none"
        d="M-32.5-7c-3-13-3-23-.5-33 9 3 16 8 21 15 2-.6 4-1 6-1.2 1 8-3 15-10 18-5 2-11 3-16.5 1.2Z"
      />
      <path
        className="fill-line stroke-none"
        d="M32.5-7c3-13 3-23 .5-33-9 3-16 8-21 15-2-.6-4-1-6-1.2-1 8 3 15 10 18 5 2 11 3 16.5 1.2Z"
      />
      <Line d="M-34-6c-3-14-3-26 0-36 10 3 18 9 23 16 7-2 15-2 22 0 5-7 13-13 23-16 3 10 3 22 0 36" />
      {EYES[mood]}
      <path className="fill-line stroke-none" d="M-3.5 9h7L0 13Z" />
      <Line strokeWidth="2.5" d="M0 13q-1 6-8 5M0 13q1 6 8 5" />
      <Line strokeWidth="1.8" d="M-44 8l14 2M-43 17l13-2M44 8l-14 2M43 17l-13-2" />
    </>
  );
}

/** Sitting calico with a bell; `beckon` lifts the paw as a 招き猫 does. Feet at y = 0, about 130 units tall. */
export function SittingCat({ mood = "calm", beckon = false }: { mood?: CatMood; beckon?: boolean }) {
  return (
    <Ink>
      <Line d="M30-10c24 2 34-14 26-30" strokeWidth="16" />
      <Line className="stroke-signal" d="M30-10c24 2 34-14 26-30" strokeWidth="10" />
      <path d="M-24-68c-14 20-20 44-12 60 6 9 66 9 72 0 8-16 2-40-12-60Z" />
      <path className="fill-signal stroke-none" d="M36-8c8-16 2-40-6-50-13 8-18 32-11 56 8-1 15-3 17-6Z" />
      <Line d="M24-68c14 20 20 44 12 60" />
      <path d="M-22-6c0-8 16-8 17 0 0 6-17 6-17 0ZM5-6c1-8 17-8 17 0 0 6-17 6-17 0Z" />
      <Line d="M-5-8v-22M5-8v-22" strokeWidth="2.5" />
      {beckon && (
        <>
          <Line d="M-27-56c-14-4-20-18-16-36" strokeWidth="20" />
          <Line className="stroke-paper" d="M-27-56c-14-4-20-18-16-36" strokeWidth="14" />
          <Line strokeWidth="2" d="M-46-97v7M-40-98v7" />
        </>
      )}
      <g transform="translate(0 -88)">
        <CatHead mood={mood} />
      </g>
      <path className="fill-ai" d="M-25-70q25 12 50 0l2 7q-27 13-54 0Z" />
      <circle className="fill-signal" cx="0" cy="-57" r="6" strokeWidth="2.5" />
      <Line strokeWidth="2" d="M0-57v3" />
    </Ink>
  );
}

/** The calico asleep, curled up; bottom at y = 0, about 130 units wide. */
export function SleepingCat() {
  return (
    <Ink>
      <path d="M-62-6c-6-34 20-54 58-52 36 2 60 20 60 40 0 10-6 16-14 18H-54c-4 0-7-2-8-6Z" />
      <path className="fill-signal stroke-none" d="M8-56c26 4 44 18 46 36-18 2-42-12-46-36Z" />
      <path className="fill-line stroke-none" d="M-20-56.5c6-1.3 14-1.5 22-1-2 12-18 16-22 1Z" />
      <Line d="M-62-6c-6-34 20-54 58-52 36 2 60 20 60 40" />
      <Line d="M44-4C20 4-6 0-14-8" strokeWidth="16" />
      <Line className="stroke-paper" d="M44-4C20 4-6 0-14-8" strokeWidth="10" />
      <g transform="translate(-40 -24) rotate(-6) scale(.82)">
        <CatHead mood="asleep" />
      </g>
    </Ink>
  );
}
