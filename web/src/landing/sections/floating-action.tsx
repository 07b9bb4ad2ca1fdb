import type { LandingCopy } from "../landing-copy.ts";
import { Drawing } from "../drawing.tsx";
import { ActionLink } from "./action-link.tsx";

/** Always visible. The footer leaves room below itself, so that the button covers nothing. */
export function FloatingAction({ copy }: { copy: LandingCopy }) {
  return (
    <aside
      aria-label="お申し込み"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-surface p-3 md:inset-x-auto md:right-6 md:bottom-6 md:border-0 md:bg-transparent md:p-0"
    >
      <Drawing name="peeking-cat" />
      <ActionLink action={copy.action} className="relative w-full md:outline-2 md:outline-surface" />
    </aside>
  );
}
