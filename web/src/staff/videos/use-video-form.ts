import { useState } from "react";
import { fieldsOf, sentenceOf } from "../../api/calls.ts";
import { errorsOf, type ValueErrors, type VideoValues } from "./video-form-values.ts";

/** The state of a video's form: what is typed, and what is wrong with it. Editing a field clears its error. */
export function useVideoForm(initial: VideoValues) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<ValueErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);

  return {
    values,
    errors,
    failure,
    /** A video file is on its way: saved now, the video would go without it. */
    isUploading,
    setUploading,
    change: (change: Partial<VideoValues>) => {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => without(before, Object.keys(change)));
      setFailure(null);
    },
    /** @returns whether what is typed can be sent */
    check: (): boolean => {
      const faults = errorsOf(values);
      setErrors(faults);
      setFailure(null);
      return Object.keys(faults).length === 0;
    },
    /** Shows a failed attempt: at its fields, or above the buttons. */
    show: (error: Error, fallback: string) => {
      const { published_at, ...fields } = fieldsOf(error);
      const known = Object.fromEntries(
        Object.entries({ ...fields, ...(published_at && { publishedAt: published_at }) })
          .filter(([name]) => name in values)
          .map(([name, messages]) => [name, messages.join("\n")]),
      );
      setErrors(known);
      setFailure(Object.keys(known).length > 0 ? null : sentenceOf(error, fallback));
    },
    reset: (to: VideoValues) => {
      setValues(to);
      setErrors({});
      setFailure(null);
    },
  };
}

export type VideoForm = ReturnType<typeof useVideoForm>;

function without(errors: ValueErrors, names: string[]): ValueErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
