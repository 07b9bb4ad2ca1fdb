import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../ui/class-names.ts";

/** Takes the focus when it replaces a form, so that keyboard and screen reader users continue here. */
export function FocusHere({ className, children }: { className?: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={classNames("outline-none", className)}>
      {children}
    </div>
  );
}
