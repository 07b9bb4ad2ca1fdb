import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  /** The stamp above the heading: a school's timetable. */
  period: string;
  heading: string;
  lead?: string;
  className?: string;
  /** On wide screens the heading stands beside the content. */
  beside?: boolean;
  children: ReactNode;
}

export function Section({ id, period, heading, lead, className = "", beside = false, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={`py-20 md:py-28 ${className}`}>
      <div className={`page-width ${beside ? "lg:grid lg:grid-cols-[5fr_8fr] lg:gap-x-12" : ""}`}>
        <div>
          <p className="inline-block rounded-md border-2 border-primary px-3 py-0.5 text-xs font-bold tracking-wider text-primary">
            {period}
          </p>
          <h2 id={`${id}-heading`} className="mt-4 text-xl md:text-2xl">
            {heading}
          </h2>
          {lead && <p className="phrase mt-4 max-w-reading text-base text-muted">{lead}</p>}
        </div>
        <div className={`mt-10 ${beside ? "lg:mt-0" : "md:mt-14"}`}>{children}</div>
      </div>
    </section>
  );
}
