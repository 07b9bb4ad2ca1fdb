import type { ReactNode } from "react";
import { Cat } from "./page/cat.tsx";

/** @param props.action the way on, which a whole empty screen has, and a part of a screen need not */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed px-6 py-12 text-center text-muted">
      {action && <Cat />}
      <p className="phrase">{children}</p>
      {action}
    </div>
  );
}
