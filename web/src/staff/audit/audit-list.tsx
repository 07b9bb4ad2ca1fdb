import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import { pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LongText } from "../../forms/long-text.tsx";
import { query } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { actionText, valueText } from "./texts.ts";

/** The log, newest first; `about` limits it to one member. */
export function AuditList({ about }: { about?: { subject: string; subject_id: number } }) {
  const [page, setPage] = useState(1);
  const found = useQuery({
    ...query(contract.audit.list, { querystring: { page, ...about } }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  if (!data) return <NotLoaded query={found} message="操作の記録を読み込めませんでした。" />;
  if (data.count === 0) return <EmptyState>操作の記録はありません</EmptyState>;
  return (
    <div className="grid gap-4">
      <ol className="divide-y overflow-hidden rounded-lg border bg-surface">
        {data.results.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {pageCount(data.count) > 1 && (
        <div className="flex items-center justify-between gap-3">
          <Button look="secondary" disabled={data.previous === null} onClick={() => setPage(page - 1)}>
            前へ
          </Button>
          <p role="status" className="text-muted">
            {pageCount(data.count)}ページ中{page}ページ目
          </p>
          <Button look="secondary" disabled={data.next === null} onClick={() => setPage(page + 1)}>
            次へ
          </Button>
        </div>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, username, action, subject_id, before, after, reason } = entry;
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">
          {actionText(action)}（ID：{subject_id}）
        </span>
        <span className="text-xs text-muted">
          <time dateTime={at}>{formatMinute(at)}</time>・{username ?? "コマンドライン"}
        </span>
      </p>
      {reason !== null && <p className="whitespace-pre-line">理由：{reason}</p>}
      <Values label="変更前" values={before} />
      <Values label="変更後" values={after} />
    </li>
  );
}

function Values({ label, values }: { label: string; values: AuditEntry["before"] }) {
  if (values === null) return null;
  return (
    <div className="text-xs text-muted">
      <p>{label}</p>
      <div className="grid pl-4">
        {Object.entries(values).map((entry) => (
          <div key={entry[0]}>
            <LongText>{valueText(entry)}</LongText>
          </div>
        ))}
      </div>
    </div>
  );
}
