import { Check } from "lucide-react";
import { classNames } from "../../ui/class-names.ts";

const STEPS = ["会員登録", "お申し込み", "完了"];

/** `current` counts from 1. */
export function SignupSteps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol aria-label="お申し込みの手順" className="mx-auto flex w-full max-w-lg px-4 pt-8">
      {STEPS.map((label, index) => {
        const isDone = index + 1 < current;
        const isCurrent = index + 1 === current;
        return (
          <li
            key={label}
            aria-current={isCurrent ? "step" : undefined}
            className={classNames(
              "relative flex flex-1 flex-col items-center gap-1 text-center text-xs",
              isCurrent ? "font-bold text-ink" : "text-muted",
            )}
          >
            {index > 0 && (
              <span
                aria-hidden
                className={classNames(
                  "absolute top-4 right-[calc(50%+1.25rem)] left-[calc(-50%+1.25rem)] border-t-2",
                  isDone || isCurrent ? "border-primary" : "border-control-border",
                )}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                "grid size-8 place-items-center rounded-full border-2 font-bold",
                isDone && "border-primary bg-primary text-on-primary",
                isCurrent && "border-primary bg-surface text-primary",
                !isDone && !isCurrent && "border-control-border bg-surface",
              )}
            >
              {isDone ? <Check className="size-4" /> : index + 1}
            </span>
            {label}
            {isDone && <span className="sr-only">（完了）</span>}
          </li>
        );
      })}
    </ol>
  );
}
