import type { LandingCopy } from "../landing-copy.ts";
import { Drawing } from "../drawing.tsx";
import { ActionLink } from "./action-link.tsx";

/**
 * Stays at the window's lower edge from the end of the first screen to the band of the last button, which slides over it, so
 * that no view shows the button twice.
 */
export function FloatingAction({ copy }: { copy: LandingCopy }) {
  return (
    <aside
      aria-label="お申し込み"
      className="pointer-events-none sticky bottom-0 z-10 flex h-28 flex-col justify-end md:bottom-6 md:mr-6 md:items-end"
    >
      <div className="pointer-events-auto relative border-t border-border bg-surface p-3 md:border-0 md:bg-transparent md:p-0">
        <Drawing name="peeking-cat" />
        <ActionLink action={copy.action} className="relative w-full md:outline-2 md:outline-surface" />
      </div>
    </aside>
  );
}
