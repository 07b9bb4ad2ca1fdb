import { pagerEntries } from "@manabiya/contract/rules/pager.ts";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { classNames } from "../ui/class-names.ts";
import { withPage } from "./change-address.ts";

/** Links to the pages of a list. On phones the steps stand below many numbers, which then have the full width. */
export function Pager({ current, last }: { current: number; last: number }) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="ページ" className="flex flex-wrap items-center justify-center gap-2">
      <Step to={current - 1} isPossible={current > 1} icon={ChevronLeft} label="前へ" rel="prev" />
      <ol
        className={classNames(
          "flex flex-wrap justify-center gap-y-1 sm:gap-1",
          last > 3 && "max-sm:order-first max-sm:basis-full",
        )}
      >
        {pagerEntries(current, last).map((entry, index) =>
          entry === "gap" ? (
            <li key={`gap-${index}`} className="grid w-4 place-items-center text-muted sm:w-6">
              …
            </li>
          ) : (
            <li key={entry} className="max-w-target flex-1 sm:min-w-target">
              <Link
                to={withPage(search, entry)}
                aria-label={`${entry}ページ目`}
                aria-current={entry === current ? "page" : undefined}
                className={classNames(
                  "flex h-target min-w-9 items-center justify-center rounded-md border whitespace-nowrap sm:px-1",
                  // Seven numbers of four digits stand on one line of a phone.
                  last > 999 && "max-sm:text-xs",
                  entry === current
                    ? "border-transparent bg-primary font-bold text-on-primary"
                    : "border-transparent text-primary hover:border-control-border hover:bg-surface",
                )}
              >
                {entry}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={current + 1} isPossible={current < last} icon={ChevronRight} label="次へ" rel="next" />
    </nav>
  );
}

interface StepProps {
  to: number;
  isPossible: boolean;
  icon: LucideIcon;
  label: string;
  rel: "prev" | "next";
}

/** An impossible step leaves a gap where there is room, so that the other one keeps its position. */
function Step({ to, isPossible, icon: Icon, label, rel }: StepProps) {
  const [search] = useSearchParams();
  if (!isPossible) return <span aria-hidden className="w-24 max-sm:hidden" />;
  return (
    <Link
      to={withPage(search, to)}
      rel={rel}
      className={classNames(
        "flex min-h-target w-24 items-center justify-center gap-1 rounded-md border border-control-border bg-surface px-4 text-primary hover:bg-sunken",
        rel === "next" && "flex-row-reverse",
      )}
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
