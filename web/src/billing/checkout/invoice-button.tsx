import { contract } from "@manabiya/contract";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { Button } from "../../ui/button.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { useLeavePage } from "./use-leave-page.ts";

/** Orders the yearly plan by invoice and opens the card provider's page of it. @param price as the confirmation names it */
export function InvoiceButton({ price }: { price: number | undefined }) {
  const client = useQueryClient();
  const { isLeaving, leaveTo } = useLeavePage();
  const order = useCheckedMutation({
    ...mutation(contract.checkout.byInvoice),
    look: async () => {
      const { awaited_bill: bill } = await call(contract.subscription.get);
      return bill?.url ? { url: bill.url } : null;
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body?.type === "price_changed") void client.invalidateQueries();
    },
    onSuccess: ({ url }) => leaveTo(url),
  });
  return (
    <div className="mt-2 grid gap-3 border-t pt-5">
      <MutationState of={order} failed="お申し込みの手続きを始められませんでした。もう一度お試しください。" />
      <p className="phrase max-w-reading text-muted">
        コンビニ・銀行振込では、お申し込みから7日以内に請求書をお支払いいただき、確認できしだい視聴できます。お支払いがない場合、お申し込みは取り消されます。更新のときも請求書をお送りします。
      </p>
      <Button
        look="secondary"
        className="justify-self-start max-sm:w-full"
        isBusy={order.isPending || isLeaving}
        onClick={() => order.mutate({ body: price === undefined ? {} : { price } })}
      >
        コンビニ・銀行振込で支払う
      </Button>
    </div>
  );
}
