import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

interface SectionProps {
  title: string;
  /** Stands on a ground of its own. */
  isPanel?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, isPanel = false, className, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames("grid grid-cols-1 gap-4", isPanel && "rounded-lg border bg-surface p-4 md:p-6", className)}
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
