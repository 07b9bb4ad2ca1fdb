import { ArrowDownToLine, Merge, Play, Scissors, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CONTROL } from "../../../ui/text-field.tsx";
import type { TypedLine } from "./lines.ts";

/** Milliseconds without a key before typed text reaches the form, which compares all lines. */
const TYPING_PAUSE = 300;

interface CaptionRowProps {
  line: TypedLine;
  /** From 1. */
  number: number;
  isLast: boolean;
  errorOf: (field: keyof TypedLine) => string | undefined;
  onChange: (line: TypedLine) => void;
  onPlay: () => void;
  onSplit: (caret: number) => void;
  onMerge: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

/** A line of captions with its times and its actions. */
export function CaptionRow(props: CaptionRowProps) {
  const { line, number, isLast, errorOf, onChange, onPlay, onSplit, onMerge, onAdd, onRemove } = props;
  const { typed, type, commit } = useTyped(line, onChange);
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const message = errorOf("starts") ?? errorOf("ends") ?? errorOf("text");
  const control = (field: "starts" | "ends" | "text", name: string) => ({
    value: typed[field],
    "aria-label": `${number}行目の${name}`,
    "aria-invalid": errorOf(field) !== undefined,
    "aria-describedby": message && `${id}-error`,
    onChange: (event: { target: { value: string } }) => type({ ...typed, [field]: event.target.value }),
    onBlur: commit,
    className: CONTROL,
  });
  const time = (field: "starts" | "ends", name: string) => (
    <input
      {...control(field, name)}
      inputMode="decimal"
      autoComplete="off"
      onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && commit()}
    />
  );
  return (
    <li className="grid gap-2 rounded-lg border bg-surface p-3">
      <div className="flex items-center gap-2">
        <IconButton icon={Play} label={`${number}行目から再生`} onClick={onPlay} />
        {time("starts", "始まり")}
        <span aria-hidden>〜</span>
        {time("ends", "終わり")}
      </div>
      <textarea {...control("text", "字幕")} ref={text} rows={2} maxLength={500} />
      <FieldError id={`${id}-error`} message={message} />
      <div className="flex flex-wrap items-center justify-end gap-1">
        <span className="mr-auto text-xs text-muted tabular-nums">{number}</span>
        <IconButton
          icon={Scissors}
          label={`${number}行目を分割`}
          onClick={() => onSplit(text.current?.selectionStart ?? 0)}
        />
        {!isLast && <IconButton icon={Merge} label={`${number}行目を次の行と結合`} onClick={onMerge} />}
        <IconButton icon={ArrowDownToLine} label={`${number}行目の下に追加`} onClick={onAdd} />
        <IconButton icon={Trash2} label={`${number}行目を削除`} onClick={onRemove} />
      </div>
    </li>
  );
}

/** Typed text shows at once and reaches the form after a pause, on leaving the field and on Enter. */
function useTyped(line: TypedLine, onChange: (line: TypedLine) => void) {
  const [typed, setTyped] = useState(line);
  const [shown, setShown] = useState(line);
  if (shown !== line) {
    setShown(line);
    setTyped(line);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  // The row may leave the screen, as another page of the list is chosen.
  useEffect(() => () => pending.current?.(), []);
  const pass = (next: TypedLine) => {
    clearTimeout(timer.current);
    pending.current = undefined;
    if (next !== line) onChange(next);
  };
  const type = (next: TypedLine) => {
    setTyped(next);
    clearTimeout(timer.current);
    pending.current = () => pass(next);
    timer.current = setTimeout(pending.current, TYPING_PAUSE);
  };
  return { typed, type, commit: () => pass(typed) };
}
