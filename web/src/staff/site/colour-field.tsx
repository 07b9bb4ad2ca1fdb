import { contrastOf, type SiteColours, TEXT_CONTRAST } from "@manabiya/contract/site/colours.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

interface ColourFieldProps {
  kind: keyof SiteColours;
  label: string;
  hint: string;
  /** Empty: the product's own colour. */
  value: string;
  /** The product's own colour. */
  standard: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Shows at once whether text can be read in the colour. */
export function ColourField({ kind, label, hint, value, standard, error, onChange }: ColourFieldProps) {
  const contrast = contrastOf(kind, value || standard);
  const isReadable = contrast >= TEXT_CONTRAST;
  // Rounded down, so that 4.49 does not look like enough.
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1);
  const judged = `明るさの差（コントラスト比）${ratio}：${isReadable ? "読みやすい色です。" : "文字が読みにくくなります。4.5以上の色を選択してください。"}`;
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            type="color"
            value={value || standard}
            onChange={(event) => onChange(event.target.value)}
            className="h-target w-24 cursor-pointer rounded-md border border-control-border bg-surface p-1"
          />
        )}
      </Field>
      <p role="status" className={isReadable ? "text-sm text-muted" : "text-sm font-bold text-danger"}>
        {judged}
      </p>
      {value !== "" && (
        <Button look="quiet" className="justify-self-start" onClick={() => onChange("")}>
          標準の色に戻す
        </Button>
      )}
    </div>
  );
}
