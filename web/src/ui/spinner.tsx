import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

/** Decorative: it stands beside a text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames("size-5 shrink-0 animate-spin", className)} />;
}

/** For content whose shape is unknown. */
export function Loading({ label = "読み込み中です", className }: { label?: string; className?: string }) {
  return (
    <p
      role="status"
      className={classNames("flex animate-appear items-center justify-center gap-3 p-6 text-muted", className)}
    >
      <Spinner />
      {label}
    </p>
  );
}
