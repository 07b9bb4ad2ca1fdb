import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { parseClock } from "@manabiya/contract/rules/clock-time.ts";
import { Trash2 } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { TextField } from "../ui/text-field.tsx";

/** A chapter that is not saved yet, as it is typed. */
export interface Draft {
  key: number;
  time: string;
  title: string;
}

/** What is wrong with a draft; null when nothing is. */
export function faultOf({ time, title }: Draft): string | null {
  if (parseClock(time) === null) return "時間は「1:30」のように入力してください。";
  return title.trim() === "" ? "チャプタータイトルを入力してください。" : null;
}

/** Drafts as the server takes them; those with faults are left out. */
export function toChapters(drafts: readonly Draft[]) {
  return drafts
    .filter((draft) => faultOf(draft) === null)
    .map(({ time, title }) => ({
      title: title.trim(),
      description: "",
      time_seconds: parseClock(time) ?? 0,
    }));
}

export function draftsOf(found: readonly { title: string; time_seconds: number }[]): Draft[] {
  return found.map(({ title, time_seconds }, key) => ({ key, title, time: formatTimeCode(time_seconds) }));
}

interface ChapterDraftsProps {
  drafts: readonly Draft[];
  onChange: (drafts: Draft[]) => void;
}

/** The chapters that were found in a text: to be looked at, changed and left out before they are saved. */
export function ChapterDrafts({ drafts, onChange }: ChapterDraftsProps) {
  const change = (key: number, values: Partial<Draft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...values } : draft)));
  return (
    <ol className="grid gap-3">
      {drafts.map((draft, place) => {
        const number = `${place + 1}件目`;
        return (
          <li key={draft.key} className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              label="時間"
              aria-label={`${number}の時間`}
              value={draft.time}
              inputMode="numeric"
              error={faultOf(draft) ?? undefined}
              onChange={(event) => change(draft.key, { time: event.target.value })}
            />
            <TextField
              label="タイトル"
              aria-label={`${number}のタイトル`}
              maxLength={200}
              value={draft.title}
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
