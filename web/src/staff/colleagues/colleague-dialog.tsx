import type { Colleagues } from "@manabiya/contract/staff/colleagues.ts";
import { REASON_MAX, ReasonBody } from "@manabiya/contract/staff/members.ts";
import { TextArea } from "../../forms/fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import type { ColleagueAction, Switches } from "./colleague-actions.ts";
import { RightBoxes, SwitchBox } from "./switch-box.tsx";

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
          <SwitchBox
            label="管理者"
            hint="すべての権限と、スタッフの招待や権限の変更"
            isOn={values.is_superuser}
            onChange={(isOn) => setValue("is_superuser", isOn)}
          />
          <SwitchBox
            label="2段階認証を必須にする"
            hint="設定するまで、管理画面を使えません。"
            isOn={values.must_have_second_factor}
            onChange={(isOn) => setValue("must_have_second_factor", isOn)}
          />
        </fieldset>
      )}
      <TextArea
        label="理由"
        hint="操作の記録に残ります。"
        required
        rows={3}
        maxLength={REASON_MAX}
        {...field("reason")}
      />
    </FormDialog>
  );
}
