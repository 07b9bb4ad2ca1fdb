import { contract } from "@manabiya/contract";
import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import { useState } from "react";
import { call, mutation, sentenceOf, useRead } from "../../api/calls.ts";
import { taxWords } from "../plans/tax-words.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { BillLink } from "./failed-payment.tsx";

/** An order by invoice that waits for its payment. Few members have one, so nothing shows while it is read. */
export default function AwaitedBill() {
  const { data } = useRead(contract.subscription.get);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cancel = useCheckedMutation({
    ...mutation(contract.subscription.cancel),
    look: async () => ((await call(contract.subscription.get)).awaited_bill ? null : { message: "" }),
    onSuccess: () => setDialogOpen(false),
  });
  const bill = data?.awaited_bill;
  if (!bill) return null;
  const due = bill.due_at ? `${formatDay(bill.due_at)}までに` : "";
  return (
    <div className="mt-4 grid gap-2">
      <Banner tone="notice" action={<BillLink url={bill.url} />}>
        <strong className="block">お支払いの確認をお待ちしています</strong>
        {bill.is_overdue
          ? "お支払いの期限を過ぎています。まもなくお申し込みは取り消されます。"
          : taxWords(
              `請求書（${formatMoney(bill.amount, bill.currency)}、税込）を、${due}お支払いください。お支払いを確認できしだい、すべての動画をご覧いただけます。`,
            )}
      </Banner>
      <Button look="quiet" className="justify-self-start" onClick={() => setDialogOpen(true)}>
        申し込みを取り消す
      </Button>
      {isDialogOpen && (
        <ConfirmDialog
          title="申し込みを取り消しますか？"
          confirmLabel="申し込みを取り消す"
          closeLabel="申し込みを続ける"
          onClose={() => setDialogOpen(false)}
          onConfirm={() => cancel.mutate({})}
          isBusy={cancel.isPending}
          error={cancel.error ? sentenceOf(cancel.error, "申し込みを取り消せませんでした。") : undefined}
        >
          <p>請求書ではお支払いいただけなくなります。すでにお支払いの場合は、確認が終わるまでお待ちください。</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
