import { Face, type Mood } from "./face.tsx";
import { Ink, Line } from "./ink.tsx";

interface HeadProps {
  mood: Mood;
  look?: [number, number];
}

const SKULL = "M-39-6c0-25 17-39 39-39s39 14 39 39c0 27-16 46-39 46s-39-19-39-46Z";

/** ツクル, the engineer of story A: round glasses and uncombed hair. */
export function EngineerHead({ mood, look = [0, 0] }: HeadProps) {
  return (
    <Ink>
      <circle cx="-39" cy="6" r="8" />
      <circle cx="39" cy="6" r="8" />
      <path d={SKULL} />
      <path
        className="fill-line"
        d="M-41 4c-8-18-4-34 6-42-3-1-6 0-9 2 3-9 12-14 21-14-2-3-5-5-9-5 12-5 28-4 36 1 1-4 4-7 9-8-2 4-2 7-1 10 15 4 27 14 31 27 2 9 2 19-2 29-4-5-5-12-4-19-5-2-9-6-11-11-2 5-6 9-12 11 1-4 0-8-1-11-8 9-22 13-35 12 3-3 5-6 6-10-9 4-17 6-22 10 1 7 0 13-3 18Z"
      />
      <Line className="stroke-paper" d="M-18-46q8-6 20-6M10-51l6 1" strokeWidth="2.5" opacity="0.85" />
      <Face mood={mood} look={look} glasses />
    </Ink>
  );
}

/** ハナ, the office worker of story B: a bob with a 山吹 clip. */
export function WorkerHead({ mood, look = [0, 0] }: HeadProps) {
  return (
    <Ink>
      <path
        className="fill-ai"
        d="M0-56c34 0 52 22 52 54 0 20-2 34-8 44-10 5-26 6-44 6s-34-1-44-6c-6-10-8-24-8-44 0-32 18-54 52-54Z"
      />
      <path d={SKULL} />
      <path
        className="fill-ai"
        d="M-41 8c-9-40 10-62 41-62s50 22 41 62c-5-9-7-18-8-27-10 3-23 0-31-9-8 9-24 14-36 12-1 9-3 16-7 24Z"
      />
      <Line className="stroke-paper" d="M-26-38q10-9 26-9" strokeWidth="2.5" opacity="0.85" />
      <path className="fill-signal" d="m22-34 16 6-3 8-16-6Z" strokeWidth="2.5" />
      <Face mood={mood} look={look} />
    </Ink>
  );
}

/** The owner of the café next door: a bandana and a moustache. */
export function OwnerHead({ mood, look = [0, 0] }: HeadProps) {
  return (
    <Ink>
      <circle cx="-39" cy="6" r="8" />
      <circle cx="39" cy="6" r="8" />
      <path d={SKULL} />
      <path className="fill-signal" d="M-42-10c-2-30 18-44 42-44s44 14 42 44c-24-12-60-12-84 0Z" />
      <path
        className="fill-signal"
        d="M40-14c10 0 16 4 20 12-8 2-14 0-20-6M41-12c8 4 10 12 9 20-7-3-10-9-11-15"
        strokeWidth="2.5"
      />
      <Face mood={mood} look={look} />
      <path
        className="fill-line stroke-none"
        transform={`translate(${look[0]} ${look[1]})`}
        d="M0 13c5-4 13-3 19 5-8 3-15 2-19-1-4 3-11 4-19 1 6-8 14-9 19-5Z"
      />
    </Ink>
  );
}
