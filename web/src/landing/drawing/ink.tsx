import type { ReactNode, SVGProps } from "react";

/** The style of every drawing: black outline, paper inside, round ends. */
export function Ink({ children, width = 3, ...rest }: { children: ReactNode; width?: number } & SVGProps<SVGGElement>) {
  return (
    <g className="fill-paper stroke-line" strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" {...rest}>
      {children}
    </g>
  );
}

/** An open stroke without filling. */
export function Line(props: SVGProps<SVGPathElement>) {
  return <path fill="none" {...props} />;
}

interface LimbProps {
  d: string;
  /** Thickness of the limb without its outline. */
  width?: number;
  /** Stroke class of the filling. */
  className?: string;
}

/** An arm or a leg: a thick stroke with an outline, so that a pose is one path. */
export function Limb({ d, width = 20, className = "stroke-paper" }: LimbProps) {
  return (
    <>
      <path fill="none" d={d} strokeWidth={width + 6} strokeLinecap="round" />
      <path fill="none" d={d} strokeWidth={width} strokeLinecap="round" className={className} />
    </>
  );
}

/** Moves, scales and mirrors a drawing; `flip` makes it look the other way. */
export function At(props: {
  x: number;
  y: number;
  scale?: number;
  turn?: number;
  flip?: boolean;
  children: ReactNode;
}) {
  const { x, y, scale = 1, turn = 0, flip = false, children } = props;
  const steps = [`translate(${x} ${y})`];
  if (turn !== 0) steps.push(`rotate(${turn})`);
  if (scale !== 1 || flip) steps.push(`scale(${flip ? -scale : scale} ${scale})`);
  return <g transform={steps.join(" ")}>{children}</g>;
}
