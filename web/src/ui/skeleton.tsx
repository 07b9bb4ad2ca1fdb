import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Loading } from "./spinner.tsx";

/** `className` sets the size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("rounded-md bg-sunken", className)} />;
}

/** Shows a spinner over skeletons after 150 ms. Screen readers announce it once. */
export function SkeletonGroup({ label = "読み込み中です", className, blocks = [], children }: SkeletonGroupProps) {
  return (
    <div className={classNames("relative animate-appear", className)}>
      {blocks.map((size, index) => (
        <Skeleton key={index} className={size} />
      ))}
      {children}
      {/* Over the skeletons, so that the content takes exactly their place. */}
      <div className="absolute inset-0 z-10">
        <Loading label={label} className="sticky top-20 mx-auto mt-4 w-fit rounded-lg border bg-surface px-4 py-2" />
      </div>
    </div>
  );
}

interface SkeletonGroupProps {
  label?: string;
  className?: string;
  /** A class name for each skeleton, if they need no layout. */
  blocks?: readonly string[];
  children?: ReactNode;
}
