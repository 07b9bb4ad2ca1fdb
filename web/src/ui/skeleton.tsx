import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** `className` sets the size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("rounded-md bg-sunken", className)} />;
}

/** Shows skeletons after 150 ms and announces once to screen readers that content is loading. */
export function SkeletonGroup({ label = "読み込み中です", className, children }: SkeletonGroupProps) {
  return (
    <div className={classNames("animate-appear", className)}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}

interface SkeletonGroupProps {
  label?: string;
  className?: string;
  children: ReactNode;
}
