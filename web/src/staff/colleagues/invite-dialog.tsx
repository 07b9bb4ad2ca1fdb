import { contract } from "@manabiya/contract";
import { type Colleagues, INVITATION_DAYS, InviteBody } from "@manabiya/contract/staff/colleagues.ts";
import { call } from "../../api/calls.ts";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { RightBoxes } from "./right-boxes.tsx";

interface Typed {
  email: string;
  may_see_members: boolean;
  may_see_money: boolean;
}

interface InviteDialogProps {
  onDone: (colleagues: Colleagues, message: string) => void;
  onClose: () => void;
}

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const state = useRecordForm<Typed, never, Colleagues>({
    record: null,
    valuesOf: () => ({ email: "", may_see_members: false, may_see_money: false }),
    check: (typed) => messagesOf(InviteBody.safeParse(typed)),
    save: (body) => call(contract.adminColleagues.invite, { body }),
    onSaved: (colleagues) => onDone(colleagues, "招待のメールを送りました。"),
    failed: "招待できませんでした。もう一度お試しください。",
    part: "dialog",
    firstField: "email",
  });
  const { field, values, setValue } = state;
  return (
    <FormDialog
      title="スタッフを招待"
      text={`メールのリンクは${INVITATION_DAYS}日間有効で、一度だけ使えます。同じ相手をもう一度招待すると、前のリンクは無効になります。`}
      state={state}
      confirmLabel="招待する"
      onClose={onClose}
    >
      <TextField label="メールアドレス" type="email" autoComplete="off" required {...field("email")} />
      <RightBoxes values={values} onChange={setValue} />
    </FormDialog>
  );
}
