import { ArrowDownToLine, Merge, Play, Scissors, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CONTROL } from "../../../ui/text-field.tsx";
import type { TypedLine } from "./lines.ts";

/** Milliseconds without a key before typed text reaches the form, which compares all lines. */
const TYPING_PAUSE = 300;

/** Lower than other fields, so that many lines are in view; fingers get the usual height. */
const TEXT = `${CONTROL} field-sizing-content min-h-8! px-2! py-1! leading-6 @max-xl:min-h-14! pointer-coarse:min-h-target!`;
const TIME = `${CONTROL} min-h-7! w-20! px-1! py-0! text-xs! tabular-nums pointer-coarse:min-h-target! pointer-coarse:text-base!`;
const TOOL = "h-7! w-9! pointer-coarse:size-target!";

interface CaptionRowProps {
  line: TypedLine;
  /** From 1. */
  number: number;
  isLast: boolean;
  /** The focus is here, or was here last: its tools are shown. */
  isActive: boolean;
  onFocus: () => void;
  errorOf: (field: keyof TypedLine) => string | undefined;
  onChange: (line: TypedLine) => void;
  onPlay: () => void;
  onSplit: (caret: number) => void;
  onMerge: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

/** A line of captions with its times. Its tools stay after the focus, so that no button moves while it is pressed. */
export function CaptionRow(props: CaptionRowProps) {
  const { line, number, isLast, isActive, onFocus, errorOf, onChange, onPlay, onSplit, onMerge, onAdd, onRemove } =
    props;
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
  });
  const time = (field: "starts" | "ends", name: string) => (
    <input
      {...control(field, name)}
      className={TIME}
      inputMode="decimal"
      autoComplete="off"
      onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && commit()}
    />
  );
  return (
    // Safari moves the focus to the row, not to a pressed button, and the tools must stay.
    <li
      tabIndex={-1}
      onFocus={onFocus}
      className="group flex flex-wrap items-center gap-x-1 border-t py-1 outline-none"
    >
      <span className="min-w-6 text-xs text-muted tabular-nums">{number}</span>
      <IconButton icon={Play} label={`${number}行目から再生`} onClick={onPlay} className={TOOL} />
      {time("starts", "始まり")}
      <span aria-hidden>〜</span>
      {time("ends", "終わり")}
      <textarea
        {...control("text", "字幕")}
        ref={text}
        rows={typed.text.split("\n").length}
        className={`${TEXT} order-2`}
      />
      <div className="order-3 w-full empty:hidden">
        <FieldError id={`${id}-error`} message={message} />
      </div>
      <div className={classNames("order-1 ml-auto", isActive ? "flex" : "hidden @xl:group-hover:flex")}>
        <IconButton
          icon={Scissors}
          label={`${number}行目を分割`}
          onClick={() => onSplit(text.current?.selectionStart ?? 0)}
          className={TOOL}
        />
        {!isLast && (
          <IconButton icon={Merge} label={`${number}行目を次の行と結合`} onClick={onMerge} className={TOOL} />
        )}
        <IconButton icon={ArrowDownToLine} label={`${number}行目の下に追加`} onClick={onAdd} className={TOOL} />
        <IconButton icon={Trash2} label={`${number}行目を削除`} onClick={onRemove} className={TOOL} />
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
