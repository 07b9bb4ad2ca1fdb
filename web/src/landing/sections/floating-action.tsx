import type { LandingCopy } from "../landing-copy.ts";
import { CatHead } from "../drawing/cat.tsx";
import { Ink } from "../drawing/ink.tsx";
import { ActionLink } from "./action-link.tsx";

/** Always visible. The footer leaves room below itself, so that the button covers nothing. */
export function FloatingAction({ copy }: { copy: LandingCopy }) {
  return (
    <aside
      aria-label="お申し込み"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-surface p-3 md:inset-x-auto md:right-6 md:bottom-6 md:border-0 md:bg-transparent md:p-0"
    >
      <svg
        viewBox="-48 -46 96 76"
        className="sticker absolute right-8 bottom-[calc(100%-2px)] hidden h-auto w-16 md:block"
        aria-hidden="true"
      >
        <Ink>
          <CatHead mood="happy" />
          <path d="M-34 34c-2-14 18-14 17 0ZM34 34c2-14-18-14-17 0Z" />
        </Ink>
      </svg>
      <ActionLink action={copy.action} className="relative w-full md:outline-2 md:outline-surface" />
    </aside>
  );
}
