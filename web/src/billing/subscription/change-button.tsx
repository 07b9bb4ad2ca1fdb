import { contract } from "@manabiya/contract";
import type { ErrorBody } from "@manabiya/contract/error.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { ApiError, call, mutation } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { useCheckedMutation } from "../use-checked-mutation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { storePendingChange } from "./pending-change.ts";
import { PLAN_NAME } from "../plans/plan-text.ts";

const CHANGED = [contract.profile.get, contract.subscription.get, contract.subscription.lastChange];

interface ChangeButtonProps {
  from: PaidPlan;
  to: PaidPlan;
  /** The instant of the shown figures. */
  prorationDate: number;
}

/** Requests the change. A change that needs a payment shows as pending on this page. */
export function ChangeButton({ from, to, prorationDate }: ChangeButtonProps) {
  const navigate = useNavigate();
  const change = useCheckedMutation({
    // The preview is left out, because it no longer exists after the change.
    ...mutation(contract.subscription.changePlan, { changes: CHANGED }),
    look: () => readChange(to),
    onSuccess: (answer) => {
      if (answer.success) {
        void navigate("/subscription/change-success", { state: { fromPlan: from, toPlan: to } });
      } else if (answer.session_id !== undefined) {
        storePendingChange(answer.session_id);
      } else {
        // A refusal without a status of one, which may name its reason.
        throw new ApiError(200, answer as object as ErrorBody);
      }
    },
    onError: useOlderFigures(),
  });
  return (
    <Offer of={change} failed="プランの変更に失敗しました。もう一度お試しください。">
      <Button
        isBusy={change.isPending}
        onClick={() => change.mutate({ body: { new_plan: to, proration_date: prorationDate } })}
      >
        {PLAN_NAME[to]}に変更する
      </Button>
    </Offer>
  );
}

/** Requests the change to the monthly plan at the end of the paid period. The profile shows it. */
export function ScheduleButton({ prorationDate }: { prorationDate: number }) {
  const navigate = useNavigate();
  const schedule = useCheckedMutation({
    ...mutation(contract.planSchedule.create, {
      changes: [contract.subscription.get, contract.subscription.previewChange],
    }),
    look: findSchedule,
    onSuccess: () => void navigate("/profile"),
    onError: useOlderFigures(),
  });
  return (
    <Offer of={schedule} failed="プランの変更の予約に失敗しました。もう一度お試しください。">
      <Button
        isBusy={schedule.isPending}
        onClick={() => schedule.mutate({ body: { new_plan: "monthly", proration_date: prorationDate } })}
      >
        契約期間の終わりに月額プランへ変更する
      </Button>
    </Offer>
  );
}

/** Calculates the figures again if the server refuses them as too old. */
function useOlderFigures() {
  const client = useQueryClient();
  return (error: Error) => {
    if (!(error instanceof ApiError) || error.body?.type !== "preview_expired") return;
    void client.invalidateQueries({ queryKey: [contract.subscription.previewChange.url] });
  };
}

function Offer({ children, ...state }: Parameters<typeof MutationState>[0] & { children: ReactNode }) {
  return (
    <>
      <MutationState {...state} />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {children}
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

/** The outcome of a request for a change, read again; null: it had none. */
async function readChange(to: PaidPlan) {
  const { subscription, pending_change } = await call(contract.subscription.get);
  if (pending_change?.to_plan === to) return { success: false, session_id: pending_change.session_id };
  return subscription?.plan === to ? { success: true } : null;
}
