import { chaptersIn } from "@manabiya/contract/rules/description-chapters.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** A chapter that is not saved yet, as it is typed. */
export interface Draft {
  /** What the text says that it was made of. */
  key: string;
  time: string;
  title: string;
}

/** What is wrong with a draft, at which field. */
function errorsOf({ time, title }: Draft): { time?: string; title?: string } {
  return {
    ...(parseClock(time) === null && { time: "時間は「1:30」のように入力してください。" }),
    ...(title.trim() === "" && { title: "チャプタータイトルを入力してください。" }),
  };
}

/** Whether all of them can be sent. */
export function areReady(drafts: readonly Draft[]): boolean {
  return drafts.every((draft) => Object.keys(errorsOf(draft)).length === 0);
}

/** Drafts that are ready, as the server takes them. */
export function toChapters(drafts: readonly Draft[]) {
  return drafts.map(({ time, title }) => ({
    title: title.trim(),
    description: "",
    time_seconds: parseClock(time) ?? 0,
  }));
}

/** The drafts for what a text names. */
export function draftsOf(text: string): Draft[] {
  return chaptersIn(text).map(({ title, time_seconds }) => ({
    key: `${time_seconds} ${title}`,
    title,
    time: formatTimeCode(time_seconds),
  }));
}

/** The same after the text has changed: what was corrected or left out stays so, as long as its line says the same. */
export function redraft(drafts: readonly Draft[], before: string, text: string): Draft[] {
  const known = new Set(draftsOf(before).map(({ key }) => key));
  const kept = new Map(drafts.map((draft) => [draft.key, draft]));
  return draftsOf(text).flatMap((draft) => (known.has(draft.key) ? (kept.get(draft.key) ?? []) : draft));
}

interface ChapterDraftsProps {
  drafts: readonly Draft[];
  onChange: (drafts: Draft[]) => void;
}

/** The chapters that were found in a text: to be looked at, changed and left out before they are saved. */
export function ChapterDrafts({ drafts, onChange }: ChapterDraftsProps) {
  const change = (key: string, values: Partial<Draft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...values } : draft)));
  return (
    <ol className="grid gap-3">
      {drafts.map((draft, place) => {
        const number = `${place + 1}件目`;
        const faults = errorsOf(draft);
        return (
          <li key={draft.key} className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              label="時間"
              aria-label={`${number}の時間`}
              value={draft.time}
              inputMode="numeric"
              error={faults.time}
              onChange={(event) => change(draft.key, { time: event.target.value })}
            />
            <TextField
              label="タイトル"
              aria-label={`${number}のタイトル`}
              maxLength={200}
              value={draft.title}
              error={faults.title}
              onChange={(event) => change(draft.key, { title: event.target.value })}
            />
            <IconButton
              icon={Trash2}
              label={`${number}を除く`}
              className="mt-7"
              onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
            />
          </li>
        );
      })}
    </ol>
  );
}
