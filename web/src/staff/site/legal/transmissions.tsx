import { type Transmission, TRANSMISSIONS_MAX } from "@manabiya/contract/legal/forms.ts";
import { useId } from "react";
import { TextArea } from "../../../forms/fields.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";

const NAMES: Record<keyof Transmission, string> = {
  recipient: "送信先",
  information: "送信される情報",
  purpose: "利用目的",
};

interface TransmissionsProps {
  rows: readonly Transmission[];
  error: string | undefined;
  onChange: (rows: Transmission[]) => void;
}

/** The table of 外部送信: one block of fields per destination. */
export function Transmissions({ rows, error, onChange }: TransmissionsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-error`} className="grid gap-4">
      <legend className="font-bold">外部送信（電気通信事業法27条の12）</legend>
      <p className="phrase text-xs text-muted">
        訪れた方の端末から外部へ送られる情報です。最初の行は、このサービスが実際に利用する送信先です。ほかのサービスを追加したときは、行を追加してください。
      </p>
      {rows.map((row, index) => (
        <div key={index} className="grid gap-3 rounded-md border p-4">
          {(Object.keys(NAMES) as (keyof Transmission)[]).map((name) => (
            <TextArea
              key={name}
              label={`${NAMES[name]}（${index + 1}件目）`}
              rows={3}
              value={row[name]}
              onChange={({ target }) =>
                onChange(rows.map((one, at) => (at === index ? { ...one, [name]: target.value } : one)))
              }
            />
          ))}
          <Button
            look="quiet"
            className="justify-self-start"
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            {index + 1}件目を削除
          </Button>
        </div>
      ))}
      <FieldError id={`${id}-error`} message={error} />
      {rows.length < TRANSMISSIONS_MAX && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => onChange([...rows, { recipient: "", information: "", purpose: "" }])}
        >
          送信先を追加
        </Button>
      )}
    </fieldset>
  );
}
