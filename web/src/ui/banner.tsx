import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const TONES = {
  danger: { icon: CircleAlert, role: "alert", look: "border-danger bg-danger-soft", ink: "text-danger" },
  success: { icon: CircleCheck, role: "status", look: "border-success bg-success-soft", ink: "text-success" },
  notice: { icon: Info, role: undefined, look: "border-signal bg-signal-soft", ink: "text-ink" },
} as const;

interface BannerProps {
  tone: keyof typeof TONES;
  children: ReactNode;
  /** A button or link. */
  action?: ReactNode;
  className?: string;
}

/** Screen readers announce errors and successes; a notice is part of the page. */
export function Banner({ tone, children, action, className }: BannerProps) {
  const { icon: Icon, role, look, ink } = TONES[tone];
  return (
    <div
      role={role}
      className={classNames("flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-4 py-3", look, className)}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", ink)} />
        <div className="phrase min-w-0 whitespace-pre-line">{children}</div>
      </div>
      {action}
    </div>
  );
}
