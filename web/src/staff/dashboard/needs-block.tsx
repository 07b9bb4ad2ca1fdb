import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { ChevronRight, CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import type { FailureProps } from "../../ui/loaded.tsx";
import { shownNeeds } from "@manabiya/contract/staff/dashboard/need-texts.ts";

/** Lists the tasks that need a person today, worst first, each with its screen. */
export function Needs({ needs, dashboard }: { needs: Dashboard["needs"]; dashboard: FailureProps["query"] }) {
  const shown = shownNeeds(needs);
  const isIncomplete = needs.some(({ count }) => count === null);
  return (
    <>
      {shown.length === 0 && !isIncomplete && (
        <p className="flex items-center gap-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          今日確認が必要なことはありません。
        </p>
      )}
      {shown.length > 0 && (
        <ul className="-mx-3">
          {shown.map(({ kind, to, isUrgent, text }) => (
            <li key={kind}>
              <NeedLink to={to}>
                {isUrgent ? (
                  <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
                ) : (
                  <span aria-hidden className="size-5 shrink-0 @max-3xs:hidden" />
                )}
                <span className={isUrgent ? "phrase flex-1 font-bold" : "phrase flex-1"}>
                  {text.split(/(?=（)/).map((part) => (
                    <span key={part} className="inline-block">
                      {part}
                    </span>
                  ))}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted @max-3xs:hidden" />
              </NeedLink>
            </li>
          ))}
        </ul>
      )}
      {isIncomplete && (
        <div role="alert" className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">一部の項目を確認できませんでした。</p>
          <Button look="secondary" isBusy={dashboard.isFetching} onClick={() => void dashboard.refetch()}>
            再試行
          </Button>
        </div>
      )}
    </>
  );
}

const NEED_LINK = "flex min-h-target items-center gap-3 rounded-md px-3 py-2 hover:bg-sunken";

/** A place on this page takes a plain link, which also moves the focus. A page for visitors is none of the application. */
export function NeedLink({ to, children }: { to: string; children: ReactNode }) {
  if (/^(#|\/(free)?landing$)/.test(to)) {
    return (
      <a href={to} className={NEED_LINK}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={NEED_LINK}>
      {children}
    </Link>
  );
}
