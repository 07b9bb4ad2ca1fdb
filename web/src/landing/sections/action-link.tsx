import type { LandingCopy } from "../landing-copy.ts";

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
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
        <path
          d="m5 2 6 6-6 6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </a>
  );
}
