import { contract } from "@manabiya/contract";
import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import { useState } from "react";
import type { Profile } from "../../api/answers.ts";
import { Checking, MutationState } from "../../api/mutation-state.tsx";
import { call, mutation, sentenceOf } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { waitingCredit } from "../credit-text.ts";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { formatLastDay } from "../../ui/date.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

export interface CancelActionsProps {
  profile: Profile;
  subscription: SubscriptionDetails;
  /** Yen of the customer's balance, which later invoices use up. */
  credit: number;
  /** The server's message about the last 解約 or its undoing; null when another begins. */
  onDone: (message: string | null) => void;
}

/** Offers 解約 with one confirmation, and its undoing until the period ends. */
export function CancelActions({ profile, subscription, credit, onDone }: CancelActionsProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const cancel = useCheckedMutation({
    ...mutation(contract.subscription.cancel),
    look: async () => {
      const found = await readSubscription();
      return found === null || found.ends_at === profile.subscription_end_date ? { message: "" } : null;
    },
    onSuccess: ({ message }) => {
      setDialogOpen(false);
      onDone(message || "解約のお手続きが完了しました。");
    },
  });
  const undo = useCheckedMutation({
    ...mutation(contract.subscription.undoCancel),
    look: async () => ((await readSubscription())?.ends_at === null ? { message: "解約を取り消しました。" } : null),
    onMutate: () => onDone(null),
    onSuccess: ({ message }) => onDone(message),
  });

  function ask(): void {
    onDone(null);
    setDialogOpen(true);
  }

  const day = profile.subscription_end_date === null ? null : formatLastDay(profile.subscription_end_date);
  const end = <span className="whitespace-nowrap">{day}</span>;

  const isEnding = profile.cancel_at_period_end || subscription.ends_at;
  return (
    <>
      {isEnding && (
        <>
          <MutationState of={undo} failed="解約の取り消しに失敗しました。もう一度お試しください。" />
          <Button
            look="secondary"
            className="justify-self-start"
            isBusy={undo.isPending}
            onClick={() => undo.mutate({})}
          >
            解約を取り消す
          </Button>
        </>
      )}
      {!profile.cancel_at_period_end && (
        <Button look="quiet" className="-ml-5 justify-self-start" onClick={ask}>
          解約する
        </Button>
      )}
      {isDialogOpen && (
        <ConfirmDialog
          title="解約しますか？"
          confirmLabel="解約する"
          closeLabel="契約を続ける"
          onClose={() => setDialogOpen(false)}
          onConfirm={() => cancel.mutate({})}
          isBusy={cancel.isPending}
          error={cancel.error ? sentenceOf(cancel.error, "キャンセルに失敗しました") : undefined}
        >
          {subscription.ends_at_once ? (
            <p>
              お支払いが確認できていないため、解約すると、ご契約はその場で終了し、動画を視聴できなくなります。未払いの請求は取り消されます。
            </p>
          ) : (
            <>
              <p>
                自動更新が止まります。{end}
                までは、これまでどおり動画を視聴できます。そのあと料金が請求されることはありません。
                {subscription.sent_bill && "お支払いがお済みでない請求書は、期限までにお支払いください。"}
              </p>
              <p className="mt-3">残りの期間分の返金はありません。{end}までは、解約を取り消すことができます。</p>
            </>
          )}
          {credit > 0 && <p className="mt-3">{waitingCredit(credit)}</p>}
          {cancel.isChecking && (
            <div className="mt-3">
              <Checking />
            </div>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

/** As the provider has it now. */
async function readSubscription(): Promise<SubscriptionDetails | null> {
  return (await call(contract.subscription.get)).subscription;
}
