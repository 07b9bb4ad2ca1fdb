import { staff } from "@manabiya/contract";
import { GrantBody, type MemberDetail, REASON_MAX, ReasonBody } from "@manabiya/contract/staff/members.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { query } from "../../api/calls.ts";
import { TextArea } from "../../forms/fields.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** The query key of a member. The id is a string there, because it comes from the address. */
function memberKey(id: number) {
  return query(staff.adminMembers.get, { params: { id: String(id) } }).queryKey;
}

interface Typed {
  reason: string;
  until: string;
}

export interface MemberAction {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The action takes something from the member, so the button warns. */
  isTaking: boolean;
  /** Also asks for the last day. */
  asksUntil?: boolean;
  send: (typed: Typed) => Promise<MemberDetail>;
  failed: string;
}

interface ReasonDialogProps {
  action: MemberAction;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms an action on a member. The reason goes to the log. */
export function ReasonDialog({ action, onDone, onClose }: ReasonDialogProps) {
  const { title, text, confirmLabel, isTaking, asksUntil, send, failed } = action;
  const client = useQueryClient();
  const { element, onSubmit, field, failure, isSaving } = useRecordForm<Typed, never, MemberDetail>({
    record: null,
    valuesOf: () => ({ reason: "", until: "" }),
    check: (typed) => messagesOf((asksUntil ? GrantBody : ReasonBody).safeParse(typed)),
    save: send,
    onSaved: (member) => {
      client.setQueryData(memberKey(member.id), member);
      onDone();
    },
    failed,
    part: "dialog",
    firstField: "reason",
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="phrase">{text}</p>
      <form
        ref={element}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {asksUntil && <TextField label="期限（この日の終わりまで）" type="date" required {...field("until")} />}
        <TextArea
          label="理由"
          hint="操作の記録に残ります。"
          required
          rows={3}
          maxLength={REASON_MAX}
          {...field("reason")}
        />
        {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" look={isTaking ? "danger" : "primary"} isBusy={isSaving}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
