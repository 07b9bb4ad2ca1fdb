import { useId, useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { isMinutes, MINUTES_MAX } from "./minutes.ts";

const OFFERED = [5, 10, 15, 30, 60];

interface MinutesChoiceProps {
  minutes: number;
  onChoose: (minutes: number) => void;
}

export function MinutesChoice({ minutes, onChoose }: MinutesChoiceProps) {
  const name = useId();
  const [typed, setTyped] = useState(OFFERED.includes(minutes) ? "" : String(minutes));
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-x-6">
      <legend className="font-bold">どのくらい時間がありますか</legend>
      <div className="mt-2 grid max-w-md min-w-0 flex-1 basis-70 grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] gap-2">
        {OFFERED.map((offered) => (
          <label
            key={offered}
            className="grid min-h-target place-items-center rounded-md border border-control-border bg-surface hover:bg-sunken has-checked:border-primary has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={minutes === offered}
              onChange={() => {
                setTyped("");
                onChoose(offered);
              }}
            />
            {offered}分
          </label>
        ))}
      </div>
      <div className="mt-3 w-44">
        <TextField
          label="ほかの長さ（分）"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={typed}
          error={
            typed === "" || isMinutes(numberOf(typed)) ? undefined : `1から${MINUTES_MAX}までの数字を入力してください。`
          }
          onChange={({ target }) => {
            setTyped(target.value);
            if (isMinutes(numberOf(target.value))) onChoose(numberOf(target.value));
          }}
        />
      </div>
    </fieldset>
  );
}

/** Also of full-width digits. */
const numberOf = (typed: string) => Number(typed.normalize("NFKC"));
