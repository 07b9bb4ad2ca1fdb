import { parseMilliseconds } from "@manabiya/contract/rules/clock-time.ts";
import { useState } from "react";
import { flushSync } from "react-dom";
import { SelectField } from "../../../forms/fields.tsx";
import { Button } from "../../../ui/button.tsx";
import type { ChapterPlayer } from "../../chapters/chapter-form.tsx";
import { CaptionRow } from "./caption-row.tsx";
import { addAfter, mergeWithNext, splitLine, type TypedLine } from "./lines.ts";

/** So many rows are on the screen at once. */
export const ROWS = 30;

interface CaptionListProps {
  lines: TypedLine[];
  onChange: (lines: TypedLine[]) => void;
  errorOf: (path: string) => string | undefined;
  player: ChapterPlayer;
  page: number;
  onPage: (page: number) => void;
}

/** The lines, a page at a time: phones are slow with thousands of fields. */
export function CaptionList({ lines, onChange, errorOf, player, page: wanted, onPage }: CaptionListProps) {
  const [message, setMessage] = useState("");
  const [active, setActive] = useState<TypedLine["key"] | null>(null);
  const pages = Math.max(1, Math.ceil(lines.length / ROWS));
  const page = Math.min(wanted, pages - 1);
  const from = page * ROWS;

  /** Renders at once: the row may be new. */
  function goTo(index: number, change: () => void = () => onPage(Math.floor(index / ROWS))): void {
    flushSync(change);
    const rows = document.querySelectorAll<HTMLElement>("[data-captions] textarea");
    rows[Math.min(index - Math.floor(index / ROWS) * ROWS, rows.length - 1)]?.focus();
  }

  function edit(next: TypedLine[], index: number, said: string): void {
    goTo(index, () => {
      onChange(next);
      setMessage(said);
      onPage(Math.floor(index / ROWS));
    });
  }

  function goToPlayed(): void {
    const now = (player.position?.() ?? 0) * 1_000;
    const next = lines.findIndex(({ starts }) => (parseMilliseconds(starts) ?? 0) > now);
    goTo(Math.max(0, (next === -1 ? lines.length : next) - 1));
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {pages > 1 && (
          <SelectField
            label="表示する行"
            value={page}
            onChange={(event) => {
              event.stopPropagation();
              onPage(Number(event.target.value));
            }}
          >
            {Array.from({ length: pages }, (_, index) => (
              <option key={index} value={index}>
                {`${index * ROWS + 1}〜${Math.min((index + 1) * ROWS, lines.length)}行目（${lines[index * ROWS]?.starts ?? ""}から）`}
              </option>
            ))}
          </SelectField>
        )}
        <Button look="secondary" disabled={player.position === null || lines.length === 0} onClick={goToPlayed}>
          再生中の行へ
        </Button>
      </div>
      <p role="status" className="sr-only">
        {message}
      </p>
      {lines.length === 0 && <p>字幕はまだありません。ファイルから読み込むか、行を追加してください。</p>}
      <ol data-captions aria-label="字幕の行">
        {lines.slice(from, from + ROWS).map((line, row) => {
          const index = from + row;
          return (
            <CaptionRow
              key={line.key}
              line={line}
              number={index + 1}
              isLast={index === lines.length - 1}
              isActive={line.key === active}
              onFocus={() => setActive(line.key)}
              errorOf={(field) => errorOf(`lines.${index}.${field}`)}
              onChange={(changed) => onChange(lines.with(index, changed))}
              onPlay={() => player.playFrom((parseMilliseconds(line.starts) ?? 0) / 1_000)}
              onSplit={(caret) => edit(splitLine(lines, index, caret), index + 1, `${index + 1}行目を分割しました。`)}
              onMerge={() => edit(mergeWithNext(lines, index), index, `${index + 1}行目を次の行と結合しました。`)}
              onAdd={() => edit(addAfter(lines, index), index + 1, `${index + 2}行目を追加しました。`)}
              onRemove={() =>
                edit(
                  lines.toSpliced(index, 1),
                  Math.max(0, Math.min(index, lines.length - 2)),
                  `${index + 1}行目を削除しました。`,
                )
              }
            />
          );
        })}
      </ol>
      <div className="flex flex-wrap gap-3">
        {page > 0 && (
          <Button look="secondary" onClick={() => goTo(from - ROWS)}>
            前の行
          </Button>
        )}
        {page < pages - 1 && (
          <Button look="secondary" onClick={() => goTo(from + ROWS)}>
            次の行
          </Button>
        )}
        {page === pages - 1 && (
          <Button
            look="secondary"
            onClick={() =>
              edit(addAfter(lines, lines.length - 1), lines.length, `${lines.length + 1}行目を追加しました。`)
            }
          >
            行を追加
          </Button>
        )}
      </div>
    </div>
  );
}
