import { Cardigan, Hoodie } from "./bodies.tsx";
import { SittingCat } from "./cat.tsx";
import { At, Ink, Line } from "./ink.tsx";
import { EngineerHead, WorkerHead } from "./people.tsx";
import { Mug, Window } from "./props.tsx";
import { VerticalText } from "./vertical-text.tsx";

interface HeroStallProps {
  keeper: "engineer" | "worker";
  /** The board that hangs from the awning, and the banner beside it. */
  sign: string;
  banner: readonly string[];
  description: string;
}

const BANNER_SIZE = 22;
const STRIPES = [0, 1, 2, 3, 4, 5, 6, 7];

/** A laptop as a shop: an awning above, the owner behind the screen, the calico beside it. */
export function HeroStall({ keeper, sign, banner, description }: HeroStallProps) {
  return (
    <svg viewBox="0 0 560 470" role="img" aria-labelledby="hero-stall" className="h-auto w-full">
      <title id="hero-stall">{description}</title>
      <Ink>
        <path
          className="fill-wash stroke-none"
          d="M30 60C80-6 210 12 300 10s196 6 232 84c34 74 14 170 6 250s-40 92-120 96H120c-70-2-110-30-112-110S-10 116 30 60Z"
        />
        {keeper === "worker" && (
          <At x={398} y={88} scale={0.8}>
            <Window night />
          </At>
        )}
        {keeper === "engineer" && (
          <At x={398} y={88} scale={0.8}>
            <Window />
          </At>
        )}
        <path d="M116 120h10v240h-10ZM384 120h10v240h-10Z" className="fill-tone" />
        <At x={255} y={190} scale={1.06}>
          {keeper === "engineer" ? <Hoodie /> : <Cardigan />}
          {keeper === "engineer" ? <EngineerHead mood="happy" /> : <WorkerHead mood="happy" />}
        </At>
        <Awning />
        <Screen sign={sign} />
        <g className={keeper === "engineer" ? "fill-ai" : "fill-signal"}>
          <path d="M160 258c2-14 12-24 26-26l14 26ZM350 258c-2-14-12-24-26-26l-14 26Z" />
        </g>
        <path d="M172 256h34c8 0 8 16 0 16h-34c-8 0-8-16 0-16ZM304 256h34c8 0 8 16 0 16h-34c-8 0-8-16 0-16Z" />
        <Line d="M184 257v8M194 257v8M316 257v8M326 257v8" strokeWidth="2" />
        <path d="M-6 414H566" fill="none" strokeWidth="4" />
        <At x={484} y={412} scale={1.1} flip>
          <SittingCat mood="happy" beckon />
        </At>
        <Banner lines={banner} />
        <At x={96} y={412} scale={0.95} flip>
          <Mug />
        </At>
      </Ink>
    </svg>
  );
}

function Awning() {
  return (
    <g>
      {STRIPES.map((stripe) => (
        <path
          key={stripe}
          className={stripe % 2 === 0 ? "fill-ai" : "fill-paper"}
          d={`M${112 + stripe * 36} 62h36l${(stripe - 3) * 3} 54a19.5 18 0 0 1-39 0Z`}
        />
      ))}
      <path className="fill-signal" d="M104 50h302c4 0 6 3 6 6s-2 7-6 7H104c-4 0-6-3-6-7s2-6 6-6Z" />
    </g>
  );
}

function Screen({ sign }: { sign: string }) {
  return (
    <g>
      <path className="fill-line" d="M122 270c0-6 4-10 10-10h246c6 0 10 4 10 10v124H122Z" />
      <rect x="134" y="272" width="242" height="112" rx="3" className="stroke-none" />
      <g strokeWidth="6">
        <path className="stroke-ai" d="M150 294h34M150 330h22M150 348h44" fill="none" />
        <path className="stroke-tone" d="M196 294h26M162 312h50M184 330h34" fill="none" />
        <path className="stroke-signal" d="M150 312h1M204 348h20" fill="none" />
      </g>
      <path className="fill-signal" d="M250 290h108v64H250Z" />
      <text x="304" y="331" textAnchor="middle" fontSize="26" className="fill-line stroke-none font-black">
        {sign}
      </text>
      <circle cx="304" cy="280" r="3" className="fill-line" />
      <path d="M252 290 304 280 356 290" fill="none" strokeWidth="2" />
      <path d="M104 394H406l12 14c2 4 0 6-4 6H96c-4 0-6-2-4-6Z" className="fill-tone" />
      <path d="M226 394h58l-5 7h-48Z" strokeWidth="2" />
    </g>
  );
}

/** A のぼり: the upright banner of a shop. */
function Banner({ lines }: { lines: readonly string[] }) {
  return (
    <g>
      <path d="M28 128V412" fill="none" strokeWidth="5" />
      <path d="M24 134H92" fill="none" strokeWidth="5" />
      <path className="fill-signal" d="M34 140H88c2 60-3 120 1 196q-27 5-55 0Z" />
      <g className="fill-line stroke-none font-black" fontSize={BANNER_SIZE}>
        {lines.map((line) => (
          <VerticalText key={line} x={61} y={158} text={line} size={BANNER_SIZE} />
        ))}
      </g>
    </g>
  );
}
