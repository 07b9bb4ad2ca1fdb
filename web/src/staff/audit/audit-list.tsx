import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import { pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { LongText } from "../../forms/long-text.tsx";
import { useRead } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { Rows } from "../table/rows.tsx";
import { actionText, valueText } from "./texts.ts";
import { UndoDialog } from "./undo-dialog.tsx";

export interface AuditFilter {
  subject?: string | undefined;
  subject_id?: number | undefined;
  by?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  part_of?: number;
  trash?: "true" | undefined;
}

/** The log, newest first. */
export function AuditList({ filter }: { filter: AuditFilter }) {
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<AuditEntry>();
  const [done, setDone] = useState<string | null>(null);
  const found = useRead(
    contract.audit.list,
    { querystring: { page, ...filter } },
    { placeholderData: keepPreviousData },
  );
  const { data } = found;
  if (!data) return <NotLoaded query={found} message="操作の記録を読み込めませんでした。" />;
  const close = (message: string | null = null) => {
    setUndoing(undefined);
    setDone(message);
  };
  return (
    <div className="grid gap-4">
      <DoneBanner message={done} takesFocus />
      {undoing && <UndoDialog entry={undoing} onClose={() => close()} onDone={close} />}
      <Rows empty={filter.trash ? "ゴミ箱は空です" : "操作の記録はありません"}>
        {data.results.map((entry) => (
          <Entry key={entry.id} entry={entry} onUndo={() => setUndoing(entry)} />
        ))}
      </Rows>
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

function Entry({ entry, onUndo }: { entry: AuditEntry; onUndo: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { id, at, username, action, subject_id, before, after, reason, part_count, can_undo } = entry;
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">
          {actionText(action)}
          {subject_id > 0 && `（ID：${subject_id}）`}
        </span>
        <span className="text-xs text-muted">
          <time dateTime={at}>{formatMinute(at)}</time>・{username ?? "コマンドライン"}
        </span>
      </p>
      {reason !== null && <p className="whitespace-pre-line">理由：{reason}</p>}
      <Values label="変更前" values={before} />
      <Values label="変更後" values={after} />
      {part_count > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="min-h-target py-2.5 font-bold underline">
            変更した記録（{part_count.toLocaleString("ja")}件）
          </summary>
          {isOpen && <AuditList filter={{ part_of: id }} />}
        </details>
      )}
      {can_undo && (
        <Button look="secondary" className="justify-self-start" onClick={onUndo}>
          元に戻す
        </Button>
      )}
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
          <div key={entry[0]} className="wrap-anywhere">
            <LongText>{valueText(entry)}</LongText>
          </div>
        ))}
      </div>
    </div>
  );
}
