import { NOTE_TEXT_MAX } from "@manabiya/contract/lists/note-limits.ts";
import type { NoteBody } from "@manabiya/contract/lists/notes.ts";
import type { KeyboardEvent, Ref } from "react";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { TextArea } from "../../forms/fields.tsx";
import { TextField } from "../../ui/text-field.tsx";

export type NoteDraft = Pick<NoteBody, "kind" | "second" | "text" | "link" | "done_on">;

interface NoteFieldsProps {
  draft: NoteDraft;
  onChange: (change: Partial<NoteDraft>) => void;
  onSave: () => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The fields of a note that is written or edited. Ctrl+Enter and ⌘+Enter save. */
export function NoteFields({ draft, onChange, onSave, onFocus, onBlur, error, ref }: NoteFieldsProps) {
  const isPractice = draft.kind === "practice";
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSave();
  }
  return (
    <div className="grid gap-3">
      <TextArea
        ref={ref}
        label={`${isPractice ? "やってみた記録" : "メモ"}（再生位置 ${spokenDuration(draft.second)}）`}
        rows={2}
        value={draft.text}
        error={error}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={handleKey}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <label className="flex min-h-target w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={isPractice}
          onChange={({ target }) =>
            onChange(
              target.checked ? { kind: "practice", done_on: today() } : { kind: "note", done_on: null, link: null },
            )
          }
        />
        やってみた記録にする
      </label>
      {isPractice && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="日付"
            type="date"
            required
            value={draft.done_on ?? ""}
            onChange={({ target }) => onChange({ done_on: target.value || today() })}
          />
          <TextField
            label="リンク（任意）"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={draft.link ?? ""}
            onChange={({ target }) => onChange({ link: target.value.trim() || null })}
          />
        </div>
      )}
    </div>
  );
}

/** "2026-11-23" in Japan. */
function today(): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(new Date());
}

/** @returns a message for the first field that the server would refuse */
export function problemOf({ text, link }: NoteDraft): string | undefined {
  if (text.trim() === "") return "メモを入力してください。";
  if (text.trim().length > NOTE_TEXT_MAX) return `メモは${NOTE_TEXT_MAX}文字以内で入力してください。`;
  if (link !== null && !(URL.canParse(link) && /^https?:/.test(link))) {
    return "リンクは、https://で始まるURLを入力してください。";
  }
  return undefined;
}
