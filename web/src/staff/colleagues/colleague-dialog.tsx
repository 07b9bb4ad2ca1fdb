import type { Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { ReasonBody } from "@manabiya/contract/staff/members.ts";
import { Choice } from "../../forms/choice.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { ReasonField } from "./reason-field.tsx";
import type { ColleagueAction, Switches } from "./colleague-actions.ts";
import { RightBoxes } from "./right-boxes.tsx";

const NO_SWITCHES: Switches = {
  is_superuser: false,
  may_see_members: false,
  may_see_money: false,
  must_have_second_factor: false,
};

interface ColleagueDialogProps {
  action: ColleagueAction;
  onDone: (colleagues: Colleagues, message: string) => void;
  onClose: () => void;
}

/** Confirms an action on a colleague. The reason goes to the log. */
export function ColleagueDialog({ action, onDone, onClose }: ColleagueDialogProps) {
  const { title, text, confirmLabel, isTaking, switches, send, done, failed } = action;
  type Typed = Switches & { reason: string };
  const state = useRecordForm<Typed, never, Colleagues>({
    record: null,
    valuesOf: () => ({ ...(switches ?? NO_SWITCHES), reason: "" }),
    check: (typed) => messagesOf(ReasonBody.safeParse(typed)),
    save: ({ reason, ...rights }) => send(reason, rights),
    onSaved: (colleagues) => onDone(colleagues, done),
    failed,
    part: "dialog",
    firstField: "reason",
  });
  const { field, values, setValue } = state;
  return (
    <FormDialog
      title={title}
      text={text}
      state={state}
      confirmLabel={confirmLabel}
      look={isTaking ? "danger" : "primary"}
      onClose={onClose}
    >
      {switches && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-bold">コンテンツの管理に加えて</legend>
          <RightBoxes values={values} isDisabled={values.is_superuser} onChange={setValue} />
          <Choice
            type="checkbox"
            label="管理者"
            hint="すべての権限と、スタッフの招待や権限の変更"
            checked={values.is_superuser}
            onChange={({ target }) => setValue("is_superuser", target.checked)}
          />
          <Choice
            type="checkbox"
            label="2段階認証を必須にする"
            hint="設定するまで、管理画面を使えません。"
            checked={values.must_have_second_factor}
            onChange={({ target }) => setValue("must_have_second_factor", target.checked)}
          />
        </fieldset>
      )}
      <ReasonField {...field("reason")} />
    </FormDialog>
  );
}
