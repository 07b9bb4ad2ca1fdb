import { taxWords } from "../../billing/plans/tax-words.ts";
import { contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { ReasonBody } from "@manabiya/contract/staff/members.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, query } from "../../api/calls.ts";
import { Choice } from "../../forms/choice.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { typedNumber } from "../../forms/typed-number.ts";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { formatDay } from "../../ui/date.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ReasonField } from "./reason-dialog.tsx";

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
  const atMost = ({ takes_credit }: { takes_credit: boolean }) => refundable + (takes_credit ? credit : 0);
  const client = useQueryClient();
  const listed = query(contract.adminPayments.list, { params: { id } }).queryKey;
  // One dialog is one decision: pressing again after a lost answer refunds once.
  const [requestId] = useState(() => crypto.randomUUID());
  const state = useRecordForm({
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
    firstField: "amount",
  });
  const { field, values, setValue } = state;
  return (
    <FormDialog
      title="返金しますか？"
      text={`${member.username}さんの${formatDay(paid_at)}のお支払い${formatYen(amount)}を、お支払いに使われたカードへ返金します。`}
      state={state}
      confirmLabel="返金する"
      look="danger"
      onClose={onClose}
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
          checked={values.takes_credit}
          onChange={({ target: { checked } }) => {
            setValue("takes_credit", checked);
            if (values.amount === String(atMost(values))) {
              setValue("amount", String(atMost({ ...values, takes_credit: checked })));
            }
          }}
        />
      )}
      <Choice
        label="契約もすぐに終了する（視聴できなくなります）"
        checked={values.ends_access}
        onChange={({ target }) => setValue("ends_access", target.checked)}
      />
      <ReasonField hint="操作の記録に残ります。会員には伝わりません。" {...field("reason")} />
    </FormDialog>
  );
}

function amountError(typed: string, refundable: number): { amount?: string } {
  const yen = typedNumber(typed);
  if (!(yen >= 1)) return { amount: "返金額は1円以上の整数で入力してください。" };
  return yen > refundable ? { amount: `返金できるのは${formatYen(refundable)}までです。` } : {};
}
