import type { UseFormRegisterReturn } from "react-hook-form";
import { Field, type LabelledProps, Options } from "../ui/field.tsx";
import { CONTROL, TextField } from "../ui/text-field.tsx";

/** Without `maxLength`, which would cut a pasted text without a word: a form says what is too long. */
export function TextArea({ label, hint, error, ...rest }: Omit<LabelledProps<"textarea">, "maxLength">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...rest} {...control} className={CONTROL} />}
    </Field>
  );
}

interface SelectFieldProps extends LabelledProps<"select"> {
  /** Labels by value. */
  options?: Record<string, string>;
}

/** `<option>`s that `options` cannot have are its children, and stand first. */
export function SelectField({ label, hint, error, options = {}, children, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className={CONTROL}>
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

interface FileFieldProps extends Omit<LabelledProps<"input">, "onChange" | "type"> {
  onChange: (file: File | null) => void;
}

export function FileField({ label, hint, error, onChange, ...rest }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type="file"
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          className="min-h-target w-full max-w-full rounded-md border border-control-border bg-surface px-3 py-2 text-ink file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-bold file:text-ink aria-invalid:border-danger"
        />
      )}
    </Field>
  );
}

type TextAttributes =
  | "autoCapitalize"
  | "inputMode"
  | "maxLength"
  | "min"
  | "placeholder"
  | "required"
  | "spellCheck"
  | "type";

/** The texts and limits of one field of a form. */
export interface FieldText extends Pick<LabelledProps<"input">, "label" | "hint" | TextAttributes> {
  /** Labels by value: the field is a select. */
  options?: Record<string, string>;
  /** A stored value in the words of the screen, where it is neither the value itself nor its option. */
  shown?: (value: string) => string;
  /** Lines: the field is a text area. */
  rows?: number;
}

type RegisteredField = Pick<LabelledProps<"input">, "error" | "children"> &
  Pick<UseFormRegisterReturn, "name" | "ref" | "onChange" | "onBlur">;

/** `<FormField {...FIELDS.title} {...state.field("title")} />`. A select's children stand before its options. */
export function FormField(props: FieldText & RegisteredField) {
  const { options, rows, shown: _, children, ...field } = props;
  if (options) {
    return (
      <SelectField options={options} {...field}>
        {children}
      </SelectField>
    );
  }
  return rows === undefined ? <TextField autoComplete="off" {...field} /> : <TextArea rows={rows} {...field} />;
}
