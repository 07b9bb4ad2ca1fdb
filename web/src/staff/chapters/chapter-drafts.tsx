import { chaptersIn } from "@manabiya/contract/rules/description-chapters.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** A typed chapter that is not saved yet. */
export interface Draft {
  /** Time and title as the text had them. */
  key: string;
  time: string;
  title: string;
}

function errorsOf({ time, title }: Draft): { time?: string; title?: string } {
  return {
    ...(parseClock(time) === null && { time: "時間は「1:30」のように入力してください。" }),
    ...(title.trim() === "" && { title: "チャプタータイトルを入力してください。" }),
  };
}

export function areReady(drafts: readonly Draft[]): boolean {
  return drafts.every((draft) => Object.keys(errorsOf(draft)).length === 0);
}

/** The request body for drafts without errors. */
export function toChapters(drafts: readonly Draft[]) {
  return drafts.map(({ time, title }) => ({
    title: title.trim(),
    description: "",
    time_seconds: parseClock(time) ?? 0,
  }));
}

export function draftsOf(text: string): Draft[] {
  return chaptersIn(text).map(({ title, time_seconds }) => ({
    key: `${time_seconds} ${title}`,
    title,
    time: formatTimeCode(time_seconds),
  }));
}

/** Updates the drafts after the text changed. Corrections and removals survive while their line stays the same. */
export function redraft(drafts: readonly Draft[], before: string, text: string): Draft[] {
  const known = new Set(draftsOf(before).map(({ key }) => key));
  const current = new Map(drafts.map((draft) => [draft.key, draft]));
  return draftsOf(text).flatMap((draft) => (known.has(draft.key) ? (current.get(draft.key) ?? []) : draft));
}

export function ChapterDrafts({ drafts, onChange }: { drafts: readonly Draft[]; onChange: (drafts: Draft[]) => void }) {
  const change = (key: string, values: Partial<Draft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...values } : draft)));
  return (
    <ol className="grid gap-3">
      {drafts.map((draft, index) => {
        const number = `${index + 1}件目`;
        const errors = errorsOf(draft);
        return (
          <li key={draft.key} className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              label="時間"
              aria-label={`${number}の時間`}
              value={draft.time}
              inputMode="numeric"
              error={errors.time}
              onChange={(event) => change(draft.key, { time: event.target.value })}
            />
            <TextField
              label="タイトル"
              aria-label={`${number}のタイトル`}
              maxLength={200}
              value={draft.title}
              error={errors.title}
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
