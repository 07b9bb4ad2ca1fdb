import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import type Stripe from "stripe";
import { instant, int, notNull, statement, text } from "../../db/statement.ts";
import { queueOnce } from "./queue-once.ts";
import { renewalMail } from "./templates.ts";
import { readUpcoming } from "../sync/next-charge.ts";
import type { Billing } from "../provider/provider.ts";

/** The reminder is sent this many days before a yearly renewal. */
const NOTICE_DAYS = 14;

const upcoming = statement("reminders.upcoming", {
  user_id: int,
  subscription_id: text,
  period_end: notNull(instant),
  email: text,
})`
  select s.user_id, s.subscription_id, s.period_end, u.email
    from subscriptions s join users u on u.id = s.user_id
   where s.plan = 'yearly' and s.status in ('active', 'trialing') and not s.cancel_at_period_end
     and s.period_end > $1 and s.period_end <= $2 and u.closed_at is null
     and not exists (select from billing_letters l
                      where l.kind = 'renewal' and l.about = s.subscription_id || ' ' || to_char(
                            s.period_end at time zone 'UTC', 'YYYY-MM-DD'))
   limit 500`;

type Renewal = Awaited<ReturnType<typeof upcoming>>[number];

/** Yearly renewals that are due soon and have no reminder yet. */
export function upcomingRenewals({ db, now }: Billing): Promise<Renewal[]> {
  const instant = (ms: number) => new Date(ms).toISOString();
  return upcoming(db, [instant(now()), instant(now() + NOTICE_DAYS * DAY)]);
}

/** The next phase of a scheduled change sells another period. */
function isYearly(line: Stripe.InvoiceLineItem | undefined): boolean {
  return line === undefined || line.period.end - line.period.start > 31 * 24 * 60 * 60;
}

/** Queues the reminder once, with the amount that the provider will charge. Nothing is charged while collection is paused. */
export async function remindOfRenewal(billing: Billing, renewal: Renewal): Promise<void> {
  const { db, site, now, wakeMailSender } = billing;
  const { user_id: userId, subscription_id: subscription, period_end: date, email: recipient } = renewal;
  const [own, upcoming] = await Promise.all([billing.ownership(), readUpcoming(billing, subscription)]);
  if (upcoming === null) return;
  const { state, next, card } = upcoming;
  const { lines } = next.invoice;
  // Staff can add items of other products.
  const isOwn = (line: Stripe.InvoiceLineItem) => own.invoice({ ...next.invoice, lines: { ...lines, data: [line] } });
  const plan = isYearly(lines.data.find(isOwn)) ? "yearly" : "monthly";
  const mail = renewalMail(site, { recipient, plan, state, next, card });
  const about = `${subscription} ${date.slice(0, 10)}`;
  await db.transaction((tx) => queueOnce(tx, { kind: "renewal", about, userId, mail }, now()));
  wakeMailSender();
}
