import { taxWords } from "../../billing/plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { REASON_MAX, ReasonBody } from "@manabiya/contract/staff/members.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, query } from "../../api/calls.ts";
import { TextArea } from "../../forms/fields.tsx";
import { typedNumber } from "../../forms/typed-number.ts";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface Typed {
  amount: string;
  ends_access: boolean;
  takes_credit: boolean;
  reason: string;
}

interface RefundDialogProps {
  member: { id: number; username: string };
  payment: Payment;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Refunds all or a part of a payment. */
export function RefundDialog({ member, payment, onClose, onDone }: RefundDialogProps) {
  const { id } = member;
  const { invoice, refunded, refundable, credit, paid_at, amount } = payment;
  const atMost = ({ takes_credit }: Typed) => refundable + (takes_credit ? credit : 0);
  const client = useQueryClient();
  const listed = query(contract.adminPayments.list, { params: { id } }).queryKey;
  // One dialog is one decision: pressing again after a lost answer refunds once.
  const [requestId] = useState(() => crypto.randomUUID());
  const { element, onSubmit, field, values, setValue, failure, isSaving } = useRecordForm<Typed, never, Payment[]>({
    record: null,
    valuesOf: () => ({
      amount: String(refundable || credit),
      ends_access: false,
      takes_credit: refundable === 0,
      reason: "",
    }),
    check: (typed) => ({ ...amountError(typed.amount, atMost(typed)), ...messagesOf(ReasonBody.safeParse(typed)) }),
    save: async ({ amount: typed, ...chosen }) => {
      const body = { invoice, amount: typedNumber(typed), refunded, ...chosen, request_id: requestId };
      try {
        return await call(contract.adminPayments.refund, { params: { id }, body });
      } catch (error) {
        // Another superuser may have refunded meanwhile.
        void client.invalidateQueries({ queryKey: listed });
        throw error;
      }
    },
    onSaved: (payments) => {
      client.setQueryData(listed, payments);
      void client.invalidateQueries({
        queryKey: query(contract.adminMembers.get, { params: { id: String(id) } }).queryKey,
      });
      void client.invalidateQueries({ queryKey: query(contract.adminPayments.credit, { params: { id } }).queryKey });
      onDone("返金しました。会員にメールでお知らせします。");
    },
    failed: "返金の結果を確認できませんでした。もう一度押しても、二重に返金されることはありません。",
    part: "dialog",
    firstField: "amount",
  });
  return (
    <Dialog title="返金しますか？" onClose={onClose}>
      <p className="phrase">
        {member.username}さんの{formatDay(paid_at)}のお支払い{formatYen(amount)}
        を、お支払いに使われたカードへ返金します。
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
        <TextField
          label={taxWords("返金額（円、税込）")}
          hint={`${formatYen(atMost(values))}まで返金できます。`}
          inputMode="numeric"
          required
          {...field("amount")}
        />
        {credit > 0 && (
          <Choice
            label={`残高${formatYen(credit)}も返金する（返金した分の残高はなくなります）`}
            isChosen={values.takes_credit}
            onChange={(isChosen) => {
              setValue("takes_credit", isChosen);
              if (values.amount === String(atMost(values))) {
                setValue("amount", String(atMost({ ...values, takes_credit: isChosen })));
              }
            }}
          />
        )}
        <Choice
          label="契約もすぐに終了する（視聴できなくなります）"
          isChosen={values.ends_access}
          onChange={(isChosen) => setValue("ends_access", isChosen)}
        />
        <TextArea
          label="理由"
          hint="操作の記録に残ります。会員には伝わりません。"
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
          <Button type="submit" look="danger" isBusy={isSaving}>
            返金する
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function Choice({ label, isChosen, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0"
      />
      <span className="phrase">{label}</span>
    </label>
  );
}

function amountError(typed: string, refundable: number): { amount?: string } {
  const yen = typedNumber(typed);
  if (!(yen >= 1)) return { amount: "返金額は1円以上の整数で入力してください。" };
  return yen > refundable ? { amount: `返金できるのは${formatYen(refundable)}までです。` } : {};
}
