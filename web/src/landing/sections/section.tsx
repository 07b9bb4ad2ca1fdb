import type { ReactNode } from "react";
import type { LandingCopy } from "../landing-copy.ts";
import { withLines } from "./with-lines.tsx";

/** The props of every section of the page. */
export interface SectionProps {
  copy: LandingCopy;
  /** Every second section stands on the surface's colour. */
  onSurface: boolean;
}

interface FrameProps extends Pick<SectionProps, "onSurface"> {
  id: string;
  /** The stamp above the heading: a school's timetable. */
  period: string;
  heading: string;
  lead?: string;
  /** On wide screens the heading stands beside the content. */
  beside?: boolean;
  children: ReactNode;
}

export function Section({ id, period, heading, lead, onSurface, beside = false, children }: FrameProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={`py-20 md:py-28 ${onSurface ? "bg-surface" : ""}`}>
      <div className={`page-width ${beside ? "lg:grid lg:grid-cols-[5fr_8fr] lg:gap-x-12" : ""}`}>
        <div>
          {period !== "" && (
            <p className="inline-block rounded-md border-2 border-primary px-3 py-0.5 text-xs font-bold tracking-wider text-primary">
              {period}
            </p>
          )}
          <h2 id={`${id}-heading`} className="mt-4 text-xl md:text-2xl">
            {heading}
          </h2>
          {lead && <p className="phrase mt-4 max-w-reading text-base text-muted">{withLines(lead)}</p>}
        </div>
        <div className={`mt-10 ${beside ? "lg:mt-0" : "md:mt-14"}`}>{children}</div>
      </div>
    </section>
  );
}
