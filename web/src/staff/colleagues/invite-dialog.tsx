import { staff } from "@manabiya/contract";
import { type Colleagues, INVITATION_DAYS, InviteBody } from "@manabiya/contract/staff/colleagues.ts";
import { call } from "../../api/calls.ts";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { RightBoxes } from "./switch-box.tsx";

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
  const { element, onSubmit, field, values, setValue, failure, isSaving } = useRecordForm<Typed, never, Colleagues>({
    record: null,
    valuesOf: () => ({ email: "", may_see_members: false, may_see_money: false }),
    check: (typed) => messagesOf(InviteBody.safeParse(typed)),
    save: (body) => call(staff.adminColleagues.invite, { body }),
    onSaved: (colleagues) => onDone(colleagues, "招待のメールを送りました。"),
    failed: "招待できませんでした。もう一度お試しください。",
    part: "dialog",
    firstField: "email",
  });
  return (
    <Dialog title="スタッフを招待" onClose={onClose}>
      <p className="phrase">
        {`メールのリンクは${INVITATION_DAYS}日間有効で、一度だけ使えます。同じ相手をもう一度招待すると、前のリンクは無効になります。`}
      </p>
      <form
        ref={element}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <TextField label="メールアドレス" type="email" autoComplete="off" required {...field("email")} />
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-bold">コンテンツの管理に加えて</legend>
          <RightBoxes values={values} onChange={setValue} />
        </fieldset>
        {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" isBusy={isSaving}>
            招待する
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
