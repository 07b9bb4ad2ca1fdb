import type { Dashboard } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { Link } from "react-router";
import { formatDay, formatMinute } from "../../ui/date.ts";
import { FIGURE_NAMES, REVENUE } from "@manabiya/contract/staff/dashboard/need-texts.ts";

function valueText(kind: string, value: number | null): string {
  if (value === null) return "—";
  return kind === REVENUE ? formatYen(value) : value.toLocaleString("ja-JP");
}

/** Yesterday by Japan's calendar, each number with the one of the day before. */
export function Yesterday({ day, figures }: Dashboard["yesterday"]) {
  return (
    <section aria-labelledby="yesterday" className="rounded-lg @3xl:col-start-2 border bg-surface p-4 @2xl:p-6">
      <h2 id="yesterday" className="text-lg">
        昨日
      </h2>
      <p className="text-xs text-muted">{formatDay(`${day}T00:00:00+09:00`)}（日本時間）</p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-3">
        {figures.flatMap(({ kind, count, before }) => {
          const name = FIGURE_NAMES[kind];
          return name === undefined
            ? []
            : [
                <div key={kind}>
                  <dt className="phrase text-xs text-muted">{name}</dt>
                  <dd className="flex flex-wrap items-baseline gap-x-2">
                    <span className="text-lg font-bold tabular-nums">{valueText(kind, count)}</span>
                    <span className="text-xs whitespace-nowrap text-muted">前日 {valueText(kind, before)}</span>
                  </dd>
                </div>,
              ];
        })}
      </dl>
      {figures.some(({ kind }) => kind === REVENUE) && (
        <Link
          to="/admin/figures?days=7"
          className="mt-1 -mb-2 inline-flex min-h-target items-center text-primary hover:underline"
        >
          推移と計算方法を見る
        </Link>
      )}
    </section>
  );
}

interface LastBackupProps {
  /** Null: none is known. */
  at: string | null;
  /** When the newest backup was taken that a test restored. Null: none is known. */
  provenAt: string | null;
  command: string | undefined;
}

export function LastBackup({ at, provenAt, command }: LastBackupProps) {
  return (
    <section
      id="backup"
      tabIndex={-1}
      aria-labelledby="backup-title"
      className="rounded-lg border bg-surface p-4 @2xl:p-6 @3xl:col-start-2"
    >
      <h2 id="backup-title" className="text-lg">
        最後のバックアップ
      </h2>
      <p className="mt-1">{at === null ? "記録がありません。" : formatMinute(at)}</p>
      <p className="phrase text-xs">
        {provenAt === null
          ? "復元テストの記録がありません。"
          : `${formatMinute(provenAt)}のバックアップは、復元テストで確認済みです。`}
      </p>
      <p className="phrase mt-1 text-xs text-muted">
        {command && (
          <>
            サーバーで <code className="break-all">{command}</code> を実行すると、ここに日時が表示されます。
          </>
        )}
        毎日の自動実行をおすすめします。
      </p>
    </section>
  );
}
