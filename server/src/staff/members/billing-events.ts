import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type { BillingEvent } from "@manabiya/contract/staff/members.ts";
import { instant, nullable, text, textOf } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

/** Newest first. A message that the provider sent twice is one. Values: the member's id, how many. */
export const listBillingEvents = statement(
  "admin-members.billing-events",
  { at: instant, source: textOf<BillingEvent["source"]>(), what: text, plan: nullable(textOf<PaidPlan>()) },
  `select * from (
     (select e.received_at as at, 'event' as source, e.type as what, null as plan
        from stripe_events e join stripe_customers c on c.customer_id = e.customer_id
       where c.user_id = $1 order by e.received_at desc limit $2)
     union all
     (select created_at, 'checkout', state, plan from checkout_attempts
       where user_id = $1 order by created_at desc limit $2)
     union all
     (select coalesce(settled_at, created_at), 'plan_change', state, to_plan from plan_changes
       where user_id = $1 order by created_at desc limit $2)
     union all
     (select queued_at, 'letter', kind, null from billing_letters where user_id = $1)
     union all
     (select created_at, 'alert', kind, null from staff_alerts where user_id = $1)
   ) billing order by at desc, source, what limit $2`,
);
