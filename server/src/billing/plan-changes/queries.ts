import { type PaidPlan, type PendingPlanChange, PlanChange } from "@manabiya/contract/billing/subscription.ts";
import type { Database } from "../../db/open.ts";
import { instant, int, notNull, nullable, type RowOf, text, textOf, uuid } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import type { OwnPrice } from "../provider/own-price.ts";
import type { ProviderState } from "../sync/provider-state.ts";
import { columnsOf } from "../../db/columns-of.ts";

const changeColumns = {
  id: uuid,
  user_id: int,
  subscription_id: text,
  from_plan: textOf<PaidPlan>(),
  to_plan: textOf<PaidPlan>(),
  proration_date: nullable(int),
  state: textOf<"creating" | "pending" | "applied" | "expired">(),
  invoice_url: nullable(text),
  created_at: instant,
};

export type PlanChangeRow = RowOf<typeof changeColumns>;

const COLUMNS = Object.keys(changeColumns).join(", ");

const insert = command("plan-changes.insert")`
  insert into plan_changes (id, user_id, subscription_id, from_plan, to_plan, proration_date, state, created_at,
                            from_price, from_price_without_tax)
  values ($1, $2, $3, $4, $5, $6, 'creating', $7, $8, $9)`;

/** Values: id, the page where the member can pay. */
export const markChangePending = command("plan-changes.set-pending")`
  update plan_changes set state = 'pending', invoice_url = $2 where id = $1 and state in ('creating', 'pending')`;

/** Values: id, now. */
export const markChangeExpired = command("plan-changes.set-expired")`
  update plan_changes set state = 'expired', settled_at = $2 where id = $1 and state in ('creating', 'pending')`;

const settleAll = command("plan-changes.settle")`
  update plan_changes
     set state = case when subscription_id = $2 and to_plan = $3 then 'applied' else 'expired' end,
         settled_at = $4
   where user_id = $1 and state in ('creating', 'pending')
     and (state = 'pending' or $2::text is null or subscription_id <> $2 or to_plan = $3)`;

/** Values: user id. */
export const unsettledChange = statement("plan-changes.unsettled", changeColumns)`
  select ${COLUMNS} from plan_changes where user_id = $1 and state in ('creating', 'pending')
   order by created_at desc limit 1`;

/** Values: id, user id. */
export const findChange = statement("plan-changes.find-own", changeColumns)`
  select ${COLUMNS} from plan_changes where id = $1 and user_id = $2`;

/** Values: user id. */
export const lastChange = statement("plan-changes.last", { ...columnsOf(PlanChange), changed_at: notNull(instant) })`
  select from_plan, to_plan, from_price, from_price_without_tax, settled_at as changed_at from plan_changes
   where user_id = $1 and state = 'applied' order by settled_at desc, id limit 1`;

/** Stores a change before its call to the provider. `before`: the price of the old plan. @param at ISO 8601 */
export async function insertChange(
  db: Database,
  change: Pick<PlanChangeRow, "id" | "user_id" | "subscription_id" | "from_plan" | "to_plan" | "proration_date">,
  before: OwnPrice,
  at: string,
): Promise<void> {
  const { id, user_id, subscription_id, from_plan, to_plan, proration_date } = change;
  const prices = [before.includingTax, before.withoutTax];
  await insert(db, [id, user_id, subscription_id, from_plan, to_plan, proration_date, at, ...prices]);
}

/**
 * Settles pending changes: `applied` when the subscription has the new plan, otherwise `expired`. A change whose request
 * has no answer stays, because the request may still arrive.
 */
export async function settleChanges(
  tx: Database,
  userId: number,
  state: ProviderState | null,
  at: string,
): Promise<void> {
  if (state?.hasPendingUpdate && state.access === "live") return;
  const isLive = state?.access === "live";
  await settleAll(tx, [userId, isLive ? state.subscriptionId : null, isLive ? state.plan : null, at]);
}

export function presentPending(change: PlanChangeRow | undefined): PendingPlanChange | null {
  if (change?.state !== "pending") return null;
  const { id, from_plan, to_plan, invoice_url } = change;
  return { session_id: id, from_plan, to_plan, url: invoice_url };
}

/** Changes whose request got no answer in time. Values: the latest beginning, now. */
export const expireUnansweredChanges = command("plan-changes.expire-unanswered")`
  update plan_changes set state = 'expired', settled_at = $2 where state = 'creating' and created_at < $1`;
