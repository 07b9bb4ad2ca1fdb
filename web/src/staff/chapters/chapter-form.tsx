import { focusFirstError } from "../../forms/focus-first-error.ts";
import { type FormEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import { TextArea } from "../../forms/text-area.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { fieldsOf } from "../../api/calls.ts";
import { TextField } from "../../ui/text-field.tsx";

export interface ChapterValues {
  title: string;
  description: string;
  /** "MM:SS" */
  time: string;
}

type Errors = Partial<Record<keyof ChapterValues, string>>;

const TIME = /^\d{2}:[0-5]\d$/;
const LONG_TIME = /^\d{2,4}:[0-5]\d$/;

/** What has to be filled in, and how. Chapters of a CSV may have no description, and lie beyond two digits of minutes. */
interface Rules {
  isDescribed: boolean;
  isLong: boolean;
}

function errorsOf({ title, description, time }: ChapterValues, { isDescribed, isLong }: Rules): Errors {
  return {
    ...(title.trim() === "" && { title: "チャプタータイトルを入力してください。" }),
    ...(isDescribed && description.trim() === "" && { description: "説明を入力してください。" }),
    ...(!(isLong ? LONG_TIME : TIME).test(time) && {
      time: "時間は「01:30」のように、分と秒を2桁ずつで入力してください。",
    }),
  };
}

/** "62:05" → 3725. */
export function secondsOf(time: string): number {
  const [minutes = "0", seconds = "0"] = time.split(":");
  return Number(minutes) * 60 + Number(seconds);
}

interface ChapterFormProps {
  label: string;
  /** Which part of the screen it is: see useUnsaved. */
  part: "row" | "new";
  initial: ChapterValues;
  /** Of the box for the description. */
  rows: number;
  /** Of the last attempt; its fields' messages are shown there. */
  error: Error | null;
  /** Typing begins anew after a failure. */
  onChange: () => void;
  onSubmit: (values: ChapterValues) => void;
  /** Messages and buttons. `values` is what is typed. */
  children: (values: ChapterValues) => ReactNode;
}

/** Title, description and time of a chapter. */
export function ChapterForm(props: ChapterFormProps) {
  const { label, part, initial, rows, error, onChange, onSubmit, children } = props;
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Errors>({});
  useUnsaved(part, JSON.stringify(values) !== JSON.stringify(initial));
  const form = useRef<HTMLFormElement>(null);
  const refused = error ? fieldsOf(error) : {};
  const isDescribed = part === "new" || initial.description !== "";
  const change = (change: Partial<ChapterValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setFaults({});
    onChange();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = errorsOf(values, { isDescribed, isLong: secondsOf(initial.time) > secondsOf("99:59") });
    setFaults(found);
    if (Object.keys(found).length === 0) onSubmit(values);
    else focusFirstError(form.current);
  }

  return (
    <form ref={form} noValidate aria-label={label} className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          label="チャプタータイトル"
          required
          maxLength={200}
          value={values.title}
          error={faults.title ?? refused["title"]?.[0]}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextField
          label="時間（MM:SS）"
          required
          placeholder="01:30"
          inputMode="numeric"
          value={values.time}
          error={faults.time ?? refused["time_seconds"]?.[0]}
          onChange={(event) => change({ time: event.target.value.normalize("NFKC").trim() })}
        />
      </div>
      <TextArea
        label="説明"
        required={isDescribed}
        rows={rows}
        maxLength={2_000}
        value={values.description}
        error={faults.description ?? refused["description"]?.[0]}
        onChange={(event) => change({ description: event.target.value })}
      />
      {children(values)}
    </form>
  );
}
