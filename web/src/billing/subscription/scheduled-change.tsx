import { contract } from "@manabiya/contract";
import type { ScheduledChange } from "@manabiya/contract/billing/subscription.ts";
import { call, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { PLAN_NAME } from "../plans/plan-text.ts";

/** A change at the end of the paid period, which can be taken back until then. */
export function ScheduledChangeNotice({ change: { to_plan, changes_at } }: { change: ScheduledChange }) {
  const undo = useCheckedMutation({
    ...mutation(contract.planSchedule.undo, {
      changes: [contract.profile.get, contract.subscription.get, contract.subscription.previewChange],
    }),
    look: findUndone,
  });
  return (
    <>
      <MutationState of={undo} failed="プランの変更を取り消せませんでした。もう一度お試しください。" />
      <Banner
        tone="notice"
        action={
          <Button look="secondary" isBusy={undo.isPending} onClick={() => undo.mutate({})}>
            取り消す
          </Button>
        }
      >
        {formatDay(changes_at)}に{PLAN_NAME[to_plan]}へ変わります
      </Banner>
    </>
  );
}

/** A change that took effect in the meantime was not taken back. */
async function findUndone() {
  const { subscription } = await call(contract.subscription.get);
  return subscription?.plan === "yearly" && subscription.scheduled_change === null ? { scheduled_change: null } : null;
}
