import { contract } from "@manabiya/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError, call, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";

/** Requests the change to the monthly plan at the end of the paid period. The profile shows it. */
export function ScheduleButton({ prorationDate }: { prorationDate: number }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const schedule = useCheckedMutation({
    ...mutation(contract.planSchedule.create, {
      changes: [contract.subscription.get, contract.subscription.previewChange],
    }),
    look: findSchedule,
    onSuccess: () => void navigate("/profile"),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.body?.type !== "preview_expired") return;
      void client.invalidateQueries({ queryKey: [contract.subscription.previewChange.url] });
    },
  });
  return (
    <>
      <MutationState of={schedule} failed="プランの変更の予約に失敗しました。もう一度お試しください。" />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <Button
          isBusy={schedule.isPending}
          onClick={() => schedule.mutate({ body: { new_plan: "monthly", proration_date: prorationDate } })}
        >
          契約期間の終わりに月額プランへ変更する
        </Button>
        <ButtonLink to="/profile" look="secondary">
          変更しない
        </ButtonLink>
      </div>
    </>
  );
}

async function findSchedule() {
  const { subscription } = await call(contract.subscription.get);
  const scheduled_change = subscription?.scheduled_change;
  return scheduled_change ? { scheduled_change } : null;
}
