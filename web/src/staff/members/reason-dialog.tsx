import { staff } from "@manabiya/contract/staff/staff.ts";
import { query, type ApiError, fieldsOf, sentenceOf } from "../../api/calls.ts";
import { GrantBody, type MemberDetail, REASON_MAX, ReasonBody } from "@manabiya/contract/staff/members.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { TextArea } from "../../forms/fields.tsx";
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

interface ReasonDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The action takes something from the member, so the button warns. */
  isTaking: boolean;
  /** Also asks for the last day. */
  asksUntil?: boolean;
  action: (typed: Typed) => Promise<MemberDetail>;
  failed: string;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms an action on a member. The reason goes to the log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    isTaking,
    asksUntil = false,
    action,
    failed,
    onDone,
    onClose,
  } = props;
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed>({ reason: "", until: "" });
  const { mutate, isPending, error, reset } = useMutation<MemberDetail, ApiError, Typed>({
    mutationFn: action,
    onSuccess: (member) => {
      client.setQueryData(memberKey(member.id), member);
      onDone();
    },
  });
  /** Messages by field. */
  const [problems, setProblems] = useState<Record<string, string>>({});
  const fields = error ? firstMessages(fieldsOf(error)) : problems;
  const isAboutFields = fields["reason"] !== undefined || (asksUntil && fields["until"] !== undefined);

  function submit(): void {
    const { error: found } = (asksUntil ? GrantBody : ReasonBody).safeParse(typed);
    setProblems(
      Object.fromEntries(found?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []),
    );
    if (!found) mutate(typed);
  }

  function type(change: Partial<Typed>): void {
    reset();
    setProblems({});
    setTyped({ ...typed, ...change });
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="phrase">{children}</div>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {asksUntil && (
          <TextField
            label="期限（この日の終わりまで）"
            type="date"
            required
            value={typed.until}
            error={fields["until"]}
            onChange={({ target }) => type({ until: target.value })}
          />
        )}
        <TextArea
          label="理由"
          hint="操作の記録に残ります。"
          required
          rows={3}
          maxLength={REASON_MAX}
          value={typed.reason}
          error={fields["reason"]}
          onChange={({ target }) => type({ reason: target.value })}
        />
        {error && !isAboutFields && <Banner tone="danger">{sentenceOf(error, failed)}</Banner>}
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            やめる
          </Button>
          <Button type="submit" look={isTaking ? "danger" : "primary"} isBusy={isPending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function firstMessages(fields: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages[0] ?? ""]));
}
