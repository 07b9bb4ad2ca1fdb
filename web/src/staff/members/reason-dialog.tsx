import { CancelBody, EmailBody } from "@manabiya/contract/staff/members/desk.ts";
import type { Colleague } from "@manabiya/contract/staff/colleagues.ts";
import type { StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { GrantBody, ReasonBody } from "@manabiya/contract/staff/members.ts";
import type { ComponentProps, ReactNode } from "react";
import { Choice } from "../../forms/choice.tsx";
import { TextArea } from "../../forms/fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { RightBoxes } from "../colleagues/right-boxes.tsx";

/** The rights of a colleague, and whether a second factor is needed. */
type Switches = Pick<Colleague, "is_superuser" | "may_see_members" | "may_see_money" | "must_have_second_factor">;

interface Typed {
  reason: string;
  until: string;
  email: string;
  when: "period_end" | "now";
  switches: Switches;
}

/** The bodies of actions that ask for more than the reason. */
const BODIES = { until: GrantBody, email: EmailBody, when: CancelBody };

const WHEN: Record<Typed["when"], string> = {
  period_end: "期間の終わりに終了する（それまでは視聴できます）",
  now: "すぐに終了する（視聴できなくなります）",
};

const NO_SWITCHES: Switches = {
  is_superuser: false,
  may_see_members: false,
  may_see_money: false,
  must_have_second_factor: false,
};

export interface ReasonedAction<Answer> {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The action takes something from somebody, so the button warns. */
  isTaking?: true;
  /** Asks for the last day, the new address, or the end of the contract. */
  asks?: keyof typeof BODIES;
  /** Asks for rights, which are now these. */
  switches?: Switches;
  send: (typed: Typed) => Promise<Answer>;
  failed: string;
}

/** An action that a button opens. */
export interface NamedAction<Answer> extends ReasonedAction<Answer> {
  label: string;
  /** Rights beside that of the page. Without them the button is not offered. */
  needs?: StaffAccess[];
  /** The message after it. */
  done: string;
}

/** The texts of an action whose label goes on with する. Its button leaves out the object. */
export const suru = (label: string) => ({
  label,
  title: `${label}しますか？`,
  confirmLabel: `${label.replace(/^.*を/, "")}する`,
  done: `${label}しました。`,
  failed: `${label}できませんでした。`,
});

interface ReasonDialogProps<Answer> {
  action: ReasonedAction<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Confirms an action on a member or a colleague. The reason goes to the log. */
export function ReasonDialog<Answer>({ action, onDone, onClose }: ReasonDialogProps<Answer>) {
  const { title, text, confirmLabel, isTaking, asks, switches, send, failed } = action;
  const state = useRecordForm<Typed, never, Answer>({
    valuesOf: () => ({ reason: "", until: "", email: "", when: "period_end", switches: switches ?? NO_SWITCHES }),
    check: (typed) => messagesOf((asks ? BODIES[asks] : ReasonBody).safeParse(typed)),
    save: send,
    onSaved: onDone,
    failed,
    firstField: asks === "until" || asks === "email" ? asks : "reason",
  });
  const { field, values, setValue } = state;
  const turn = (name: keyof Switches, isOn: boolean) => setValue("switches", { ...values.switches, [name]: isOn });
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
      {switches && (
        <RightBoxes values={values.switches} isDisabled={values.switches.is_superuser} onChange={turn}>
          <Choice
            label="管理者"
            hint="すべての権限と、スタッフの招待や権限の変更"
            checked={values.switches.is_superuser}
            onChange={({ target }) => turn("is_superuser", target.checked)}
          />
          <Choice
            label="2段階認証を必須にする"
            hint="設定するまで、管理画面を使えません。"
            checked={values.switches.must_have_second_factor}
            onChange={({ target }) => turn("must_have_second_factor", target.checked)}
          />
        </RightBoxes>
      )}
      <ReasonField {...field("reason")} />
    </FormDialog>
  );
}

/** Why staff act on somebody. */
export function ReasonField(props: Partial<ComponentProps<typeof TextArea>>) {
  return <TextArea label="理由" hint="操作の記録に残ります。" required rows={3} {...props} />;
}
