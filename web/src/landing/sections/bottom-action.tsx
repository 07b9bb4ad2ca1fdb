import type { LandingCopy } from "../landing-copy.ts";
import { Drawing } from "../drawing.tsx";
import { ActionLink } from "./action-link.tsx";

export function BottomAction({ copy }: { copy: LandingCopy }) {
  return (
    <section
      aria-labelledby="bottom-heading"
      className="relative z-20 -mt-28 bg-ai py-20 text-center text-paper md:py-24"
    >
      <div className="page-width flex flex-col items-center">
        <Drawing name="beckoning-cat" />
        <h2 id="bottom-heading" className="mt-6 text-xl md:text-2xl">
          {copy.farewell.heading}
        </h2>
        <p className="mt-8">
          <ActionLink action={copy.action} inverted />
        </p>
        <p className="phrase mt-3 text-sm text-balance">{copy.action.note}</p>
      </div>
    </section>
  );
}
