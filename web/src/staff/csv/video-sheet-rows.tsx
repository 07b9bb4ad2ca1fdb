import type { SheetRow } from "@manabiya/contract/staff/video-csv.ts";
import { useRef, useState } from "react";
import { rangeOf } from "../../paging/range-of.ts";
import { Button } from "../../ui/button.tsx";

const PAGE_SIZE = 50;

interface VideoSheetRowsProps {
  label: string;
  /** The names of the video's text and of the other one. */
  names?: readonly [string, string];
  rows: SheetRow[];
}

/** The rows with differences in pages: a table of thousands of rows is slow on a phone. */
export function VideoSheetRows({ label, names = ["変更前", "変更後"], rows }: VideoSheetRowsProps) {
  const [page, setPage] = useState(1);
  const list = useRef<HTMLUListElement>(null);
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const turn = (to: number) => {
    setPage(to);
    list.current?.focus();
    list.current?.scrollIntoView();
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={label} className="divide-y rounded-lg border bg-surface outline-none">
        {shown.map((row) => (
          <Row key={row.row} row={row} names={names} />
        ))}
      </ul>
      {rows.length > PAGE_SIZE && (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="secondary" disabled={page === 1} onClick={() => turn(page - 1)}>
            前へ
          </Button>
          <Button look="secondary" disabled={page * PAGE_SIZE >= rows.length} onClick={() => turn(page + 1)}>
            次へ
          </Button>
          <p className="text-muted">
            {rangeOf({ count: rows.length, page, pageSize: PAGE_SIZE, shown: shown.length })}
          </p>
        </div>
      )}
    </>
  );
}

function Row({ row: { row, id, title, fields }, names }: { row: SheetRow; names: readonly [string, string] }) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <p>
        <span className="font-bold wrap-anywhere">{title}</span>{" "}
        <span className="text-xs whitespace-nowrap text-muted">
          {row}行目・番号{id}
        </span>
      </p>
      {fields.map(({ name, before, after }) => (
        <dl key={name} className="grid gap-x-4 gap-y-1 text-sm @2xl:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <Text label={names[0]} text={before} className="text-muted" />
          <Text label={names[1]} text={after} />
        </dl>
      ))}
    </li>
  );
}

function Text({ label, text, className = "" }: { label: string; text: string; className?: string }) {
  return (
    <dd className={`flex items-baseline gap-2 ${className}`}>
      <span className="shrink-0 text-xs text-muted">{label}</span>
      <span className="min-w-0 wrap-anywhere whitespace-pre-line">{text === "" ? "（空）" : text}</span>
    </dd>
  );
}
