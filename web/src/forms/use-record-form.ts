import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  set,
  useForm,
  useWatch,
} from "react-hook-form";
import { ApiError } from "../api/calls.ts";
import { discardText, recoverText, useRecoverableText } from "./recoverable-text.ts";
import { registerField } from "./register-field.ts";
import { showFailure } from "./show-failure.ts";
import { useUnsaved } from "./unsaved.tsx";

type Messages<Values> = Partial<Record<keyof Values, string>>;

export interface Revised {
  revision: number;
}

interface RecordFormOptions<Values extends FieldValues, Stored extends Revised, Answer> {
  /** The record as the screen shows it now; a new one has none. */
  record?: Stored | null;
  valuesOf: (record: Stored | null) => Values;
  /**
   * Finds errors before the server is called.
   * @returns a message for each wrong field
   */
  check: (values: Values, replaced: Stored | null) => Messages<Values>;
  /** `replaced` is the version that the values replace. Its revision makes the server refuse a stale save. */
  save: (values: Values, replaced: Stored | null) => Promise<Answer>;
  /** The message for failures that bring none. */
  failed: string;
  onSaved?: (answer: Answer, saved: Values) => void;
  /** Receives the record that another editor saved, so that the screen can show it. */
  onConflict?: (current: Stored) => void;
  /** The form's part of the screen: see useUnsaved. By default a dialog. */
  part?: string;
  /** Names the record, so that typed values outlive a reload and a lost session: see recoverable-text.ts. */
  recoverAs?: string;
  /** Names what the user changed, for the button that saves several forms: see SavedTogether. */
  changesOf?: (values: Values) => string;
  /** The form holds unsaved work besides its values, such as a running upload. */
  hasOtherWork?: boolean;
  discardOtherWork?: () => void;
  /** The form cannot be saved yet. */
  isBlocked?: boolean;
  /** The record as the last save in this tab left it, if that can be newer than the rendered one. */
  newest?: () => Stored | null;
  firstField: Path<Values>;
  /** Focuses the first field when the form appears. */
  takesFocus?: boolean;
  /** The values of a new record's form after it was saved; without it they start over. */
  nextValues?: (saved: Values) => Values;
}

/** The state of every form in which staff create, edit or act on a record. `RecordForm` renders most of them. */
export function useRecordForm<Values extends FieldValues, Stored extends Revised, Answer>(
  options: RecordFormOptions<Values, Stored, Answer>,
) {
  const { record = null, part = "dialog", valuesOf, check, onSaved, onConflict, firstField, takesFocus } = options;
  /** The values typed before a reload, with the version that they started from. */
  const [recovered, setRecovered] = useState(
    () => recoverText(options.recoverAs) as { record: Stored | null; values: Values } | null,
  );
  /** The version that the typed values started from. */
  const [base, setBase] = useState(() => {
    const begun = recovered ? recovered.record : record;
    return { record: begun, values: valuesOf(begun) };
  });
  const replaced = newerOf(record, base.record);
  const newest = (started = base.record) => newerOf(options.newest?.() ?? record, started);

  /** A newer version that differs only outside the form's fields, such as in its picture, is no conflict. */
  function newerOf(shown: Stored | null, started: Stored | null): Stored | null {
    if (shown === null || started === null || shown.revision < started.revision) return started;
    return isSame(valuesOf(shown), valuesOf(started)) ? shown : started;
  }

  const form = useForm<Values>({
    defaultValues: { ...base.values, ...recovered?.values } as DefaultValues<Values>,
    reValidateMode: "onSubmit",
    shouldFocusError: false,
    resolver: (values) => {
      const errors: FieldErrors<Values> = {};
      // A name may be a path, such as "questions.0.answer".
      for (const [name, message] of Object.entries(check(values, replaced)))
        set(errors, name, { type: "check", message });
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const typed = useWatch({ control: form.control }) as Values;
  const isDirty = !isSame(typed, base.values);
  useUnsaved(part, isDirty || options.hasOtherWork === true, {
    recoverAs: options.recoverAs,
    name: options.changesOf?.(typed),
    isBlocked: options.isBlocked === true,
    save: () => submit(newest()),
    discard,
  });
  useRecoverableText(options.recoverAs, isDirty ? { record: base.record, values: typed } : null);

  const mutation = useMutation({
    mutationFn: ({ values, over }: { values: Values; over: Stored | null }) => options.save(values, over),
    onSuccess: (answer, { values: saved, over }) => {
      setRecovered(null);
      // An answer without a revision leaves the old one until the refetched record is shown.
      if (over !== null) flushSync(() => setBase({ record: { ...over, ...answer }, values: saved }));
      else startOver({ record: null, values: options.nextValues?.(saved) ?? valuesOf(null) });
      onSaved?.(answer, saved);
    },
    onError: (error) => {
      const current = conflictOf(error) as Stored | null;
      if (current === null) showFailure(form, error, options.failed);
      else onConflict?.(current);
    },
  });
  const theirs = conflictOf(mutation.error) as Stored | null;

  const element = useRef<HTMLFormElement>(null);
  const { submitCount } = form.formState;
  // react-hook-form focuses registered fields only, and this form has others.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);

  useEffect(() => {
    if (takesFocus) form.setFocus(firstField);
  }, [form, firstField, takesFocus]);

  /** Renders at once: setFocus needs the fields, and onSaved may leave the screen past the guard. */
  function startOver(from: typeof base): void {
    flushSync(() => {
      setRecovered(null);
      setBase(from);
      form.reset(from.values);
    });
    // A button that saves several forms keeps the focus.
    const { activeElement } = document;
    if (activeElement === document.body || element.current?.contains(activeElement)) form.setFocus(firstField);
  }

  function discard(): void {
    startOver({ record, values: valuesOf(record) });
    options.discardOtherWork?.();
  }

  /** @returns whether the values were saved */
  async function submit(over: Stored | null): Promise<boolean> {
    let isSaved = false;
    const save = async (values: Values) => {
      isSaved = await mutation.mutateAsync({ values, over }).then(
        () => true,
        () => false,
      );
    };
    await form.handleSubmit(save)();
    return isSaved;
  }

  return {
    element,
    values: typed,
    isSaving: mutation.isPending,
    /** The answer to the last save; undefined after further typing. */
    saved: mutation.data,
    /** The message above the buttons. */
    failure: form.formState.errors.root?.message,
    /** Null: the form holds no values from before a reload, or they are saved. */
    restored: recovered && isDirty ? { discard } : null,
    /** The user leaves the form without saving. */
    discard: () => discardText(options.recoverAs),
    conflict: theirs && {
      theirs,
      values: valuesOf(theirs),
      overwrite: () => void submit(newest(theirs)),
      takeTheirs: () => {
        mutation.reset();
        startOver({ record: theirs, values: valuesOf(theirs) });
      },
    },
    onSubmit: () => submit(newest()),
    onChange: () => mutation.isSuccess && mutation.reset(),
    errorOf: (name: Path<Values>): string | undefined => form.getFieldState(name, form.formState).error?.message,
    /** The field, or one inside it, has a message. */
    isInvalid: (name: Path<Values>): boolean => form.getFieldState(name, form.formState).invalid,
    /** The props of a text field or a select. */
    field: <Name extends Path<Values>>(name: Name, ...alsoClears: Path<Values>[]) =>
      registerField(form, name, ...alsoClears),
    /** For an answer that arrives later: `values` are those of the last rendering. */
    valueNow: <Name extends Path<Values>>(name: Name) => form.getValues(name),
    /** Sets a field that is no native control. */
    setValue: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => {
      form.setValue(name, value);
      form.clearErrors([name, "root"] as Path<Values>[]);
    },
  };
}

/** @returns the record as another editor left it, when the server refused a stale change; otherwise null */
export function conflictOf(error: Error | null): object | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.body?.type !== "conflict") return null;
  const { current } = error.body as { current?: unknown };
  return typeof current === "object" ? current : null;
}

/** @returns the first message of each field, from the result of a schema's `safeParse` */
export function messagesOf(parsed: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined;
}): Record<string, string> {
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}

/** As `messagesOf`, by the whole path, such as "questions.0.answer". */
export function pathMessagesOf(parsed: Parameters<typeof messagesOf>[0]): Record<string, string> {
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]).toReversed());
}

function isSame(values: object, others: object): boolean {
  return JSON.stringify(values) === JSON.stringify(others);
}
