import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { shiftAll, type TypedLine } from "./lines.ts";

const SECONDS = /^[+-]?\d{1,5}(?:\.\d{1,3})?$/;

/** Moves all lines in time, such as after an opening was cut from the video. */
export function ShiftLines({ lines, onShift }: { lines: readonly TypedLine[]; onShift: (lines: TypedLine[]) => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [done, setDone] = useState("");

  function shift(): void {
    const text = typed.normalize("NFKC").replace("−", "-").trim();
    const shifted = SECONDS.test(text) ? shiftAll(lines, Math.round(Number(text) * 1_000)) : undefined;
    setDone("");
    if (shifted === undefined) return setError("秒数を「1.5」や「-2」のように入力してください。");
    if (shifted === null) return setError("最初の行が、動画の始まりより前になります。");
    setError(undefined);
    onShift(shifted);
    setDone(`すべての行を${text}秒ずらしました。`);
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="すべての行をずらす秒数"
          className="max-w-40"
          inputMode="text"
          placeholder="-1.5"
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // The form would be saved.
            event.preventDefault();
            shift();
          }}
        />
        <Button look="secondary" disabled={lines.length === 0} onClick={shift}>
          ずらす
        </Button>
      </div>
      <p role="status" className="text-success empty:hidden">
        {done}
      </p>
    </div>
  );
}
