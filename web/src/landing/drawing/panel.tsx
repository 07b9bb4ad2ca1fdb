import type { ReactNode } from "react";
import { Ink } from "./ink.tsx";

const PANEL_HEIGHT = 300;

interface PanelProps {
  id: string;
  width: number;
  /** Screen readers read this instead of the drawing: the scene, then the dialogue. */
  description: string;
  /** The leaning edge makes the gutter to the next panel diagonal. */
  leaning?: "left" | "right";
  children: ReactNode;
}

/** One frame (コマ) of a story, 300 units high. */
export function Panel({ id, width, description, leaning, children }: PanelProps) {
  const lean = 24;
  const frame =
    leaning === "left"
      ? `M${lean} 2H${width - 2}V298H2Z`
      : leaning === "right"
        ? `M2 2H${width - 2}L${width - lean} 298H2Z`
        : `M2 2H${width - 2}V298H2Z`;
  return (
    <svg viewBox={`0 0 ${width} ${PANEL_HEIGHT}`} role="img" aria-labelledby={id} className="h-auto w-full">
      <title id={id}>{description}</title>
      <clipPath id={`${id}-frame`}>
        <path d={frame} />
      </clipPath>
      <Ink clipPath={`url(#${id}-frame)`}>
        <path d={frame} className="stroke-none" />
        {children}
      </Ink>
      <path d={frame} className="fill-none stroke-line" strokeWidth="4" />
    </svg>
  );
}

interface SplashProps {
  id: string;
  description: string;
  children: ReactNode;
}

/**
 * A frame over the whole width of the page (ぶち抜き). The scene is 420 × 300 plus 160 units of bleed on both sides. A
 * phone shows its middle, a wide page all of it, with the same size of lettering.
 */
export function Splash({ id, description, children }: SplashProps) {
  return (
    <svg
      viewBox={`0 0 420 ${PANEL_HEIGHT}`}
      role="img"
      aria-labelledby={id}
      className="aspect-420/300 w-full border-3 border-line md:aspect-734/320"
    >
      <title id={id}>{description}</title>
      <Ink>
        <path d="M-160-10H580V310H-160Z" className="stroke-none" />
        {children}
      </Ink>
    </svg>
  );
}
