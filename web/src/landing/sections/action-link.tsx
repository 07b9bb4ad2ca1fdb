import type { LandingCopy } from "../landing-copy.ts";
import { Stroke } from "../drawing.tsx";

interface ActionLinkProps {
  action: LandingCopy["action"];
  /** On the indigo band. */
  inverted?: boolean;
  className?: string;
}

/** The page's one button, with the same label and target everywhere. */
export function ActionLink({ action, inverted = false, className = "" }: ActionLinkProps) {
  const colours = inverted
    ? "bg-paper text-ai outline-paper hover:bg-wash"
    : "bg-primary text-on-primary hover:bg-primary-hover";
  return (
    <a
      href={action.href}
      className={`inline-flex min-h-14 items-center justify-center gap-2 rounded-md px-8 text-base font-bold ${colours} ${className}`}
    >
      {action.label}
      <Stroke path="m5 2 6 6-6 6" />
    </a>
  );
}
