import { contract } from "@manabiya/contract";
import { type Colleagues, type Invitation, INVITATION_DAYS, InviteBody } from "@manabiya/contract/staff/colleagues.ts";
import { call, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Section } from "../../ui/page/section.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { pressOn, Row, Rows } from "../table/rows.tsx";
import { RightBoxes, rightsText } from "./right-boxes.tsx";

interface InvitationListProps {
  invitations: readonly Invitation[];
  onDone: (colleagues: Colleagues, message: string) => void;
}

export function InvitationList({ invitations, onDone }: InvitationListProps) {
  const withdraw = useWrite(contract.adminColleagues.withdraw, {
    changes: [],
    onSuccess: (colleagues) => onDone(colleagues, "招待を取り消しました。"),
  });
  return (
    <Section title="招待中">
      <MutationState of={withdraw} failed="招待を取り消せませんでした。" />
      <Rows empty="招待中の人はいません。">
        {invitations.map(({ id, email, expires_at, ...rights }) => (
          <Row key={id} name={email} actions={[{ label: "招待を取り消す", look: "warning", ...pressOn(withdraw, id) }]}>
            <p>{rightsText(rights)}</p>
            <p className="text-xs text-muted">有効期限 {formatMinute(expires_at)}</p>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

export function InviteDialog({ onDone, onClose }: Pick<InvitationListProps, "onDone"> & { onClose: () => void }) {
  const state = useRecordForm({
    valuesOf: () => ({ email: "", may_see_members: false, may_see_money: false }),
    check: (typed) => messagesOf(InviteBody.safeParse(typed)),
    save: (body) => call(contract.adminColleagues.invite, { body }),
    onSaved: (colleagues) => onDone(colleagues, "招待のメールを送りました。"),
    failed: "招待できませんでした。もう一度お試しください。",
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
