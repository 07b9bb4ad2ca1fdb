import { contract } from "@manabiya/contract";
import { CancelBody, EmailBody } from "@manabiya/contract/staff/members/desk.ts";
import type { StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { GrantBody, type MemberDetail, ReasonBody } from "@manabiya/contract/staff/members.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { query } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ReasonField } from "../colleagues/reason-field.tsx";

/** The query key of a member. The id is a string there, because it comes from the address. */
function memberKey(id: number) {
  return query(contract.adminMembers.get, { params: { id: String(id) } }).queryKey;
}

interface Typed {
  reason: string;
  until: string;
  email: string;
  when: "period_end" | "now";
}

/** The bodies of actions that ask for more than the reason. */
const BODIES = { until: GrantBody, email: EmailBody, when: CancelBody };

const WHEN: Record<Typed["when"], string> = {
  period_end: "期間の終わりに終了する（それまでは視聴できます）",
  now: "すぐに終了する（視聴できなくなります）",
};

export interface MemberAction {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The action takes something from the member, so the button warns. */
  isTaking: boolean;
  /** Asks for the last day, the new address, or the end of the contract. */
  asks?: keyof typeof BODIES;
  /** @returns the changed member, or null */
  send: (typed: Typed) => Promise<MemberDetail | null>;
  failed: string;
}

/** An action that a button opens. */
export interface NamedAction extends MemberAction {
  label: string;
  /** Rights beside that of the page. Without them the button is not offered. */
  needs?: StaffAccess[];
  /** The message after it. */
  done: string;
}

interface ReasonDialogProps {
  action: MemberAction;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms an action on a member. The reason goes to the log. */
export function ReasonDialog({ action, onDone, onClose }: ReasonDialogProps) {
  const { title, text, confirmLabel, isTaking, asks, send, failed } = action;
  const client = useQueryClient();
  const state = useRecordForm<Typed, never, MemberDetail | null>({
    record: null,
    valuesOf: () => ({ reason: "", until: "", email: "", when: "period_end" }),
    check: (typed) => messagesOf((asks ? BODIES[asks] : ReasonBody).safeParse(typed)),
    save: send,
    onSaved: (member) => {
      if (member) client.setQueryData(memberKey(member.id), member);
      onDone();
    },
    failed,
    part: "dialog",
    firstField: asks === "until" || asks === "email" ? asks : "reason",
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
      {asks === "until" && <TextField label="期限（この日の終わりまで）" type="date" required {...field("until")} />}
      {asks === "email" && (
        <TextField label="新しいメールアドレス" type="email" autoComplete="off" required {...field("email")} />
      )}
      {asks === "when" && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">終了の時期</legend>
          {(["period_end", "now"] as const).map((when) => (
            <Choice
              key={when}
              type="radio"
              name="when"
              label={WHEN[when]}
              checked={values.when === when}
              onChange={() => setValue("when", when)}
            />
          ))}
        </fieldset>
      )}
      <ReasonField {...field("reason")} />
    </FormDialog>
  );
}
