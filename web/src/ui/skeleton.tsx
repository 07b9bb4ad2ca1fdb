import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A block in the shape of what comes; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("rounded-md bg-sunken", className)} />;
}

/** Around skeletons: shows them after 150 ms and says once, to those who cannot see them, that something loads. */
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
