import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { instant, int, notNull, type RowOf, statement, text } from "../../db/statement.ts";
import { readUpcoming } from "../sync/next-charge.ts";
import type { Billing } from "../provider/provider.ts";
import { cardExpiringMail } from "./payment-templates.ts";
import { queueOnce } from "./queue-once.ts";

/** The mail is sent this many days before the renewal, and not on the day of a yearly renewal's reminder. */
const NOTICE_DAYS = 20;

const columns = {
  user_id: int,
  subscription_id: text,
  card_id: notNull(text),
  card_expires: notNull(text),
  period_end: notNull(instant),
  email: text,
  about: notNull(text),
};

/** Reads the stored months only: the provider is not asked. Values: now, the latest renewal. */
const expiring = statement("reminders.expiring-cards", columns)`
  select * from (
    select s.user_id, s.subscription_id, s.card_id, s.card_expires, s.period_end, u.email,
           s.card_id || ' ' || to_char(s.period_end at time zone 'UTC', 'YYYY-MM-DD') as about
      from subscriptions s join users u on u.id = s.user_id
     where s.status in ('active', 'trialing') and not s.cancel_at_period_end
       and s.period_end > $1 and s.period_end <= $2 and u.closed_at is null
       and s.card_expires <= to_char(s.period_end at time zone 'Asia/Tokyo', 'YYYY-MM')) due
   where not exists (select from billing_letters l where l.kind = 'card_expiring' and l.about = due.about)
   limit 500`;

type ExpiringCard = RowOf<typeof columns>;

/** Cards that expire before or in the month of the next renewal, without a mail about them. */
export function expiringCards({ db, now }: Billing): Promise<ExpiringCard[]> {
  const at = (ms: number) => new Date(ms).toISOString();
  return expiring(db, [at(now()), at(now() + NOTICE_DAYS * DAY)]);
}

/** Queues the mail once per card and renewal, unless the provider charges nothing then. */
export async function remindOfCard(billing: Billing, card: ExpiringCard): Promise<void> {
  const { db, site, now, wakeMailSender } = billing;
  const { user_id: userId, about, email: recipient, card_expires: expires, period_end: renewal } = card;
  if ((await readUpcoming(billing, card.subscription_id)) === null) return;
  const mail = cardExpiringMail(site, { recipient, expires, renewal });
  await db.transaction((tx) => queueOnce(tx, { kind: "card_expiring", about, userId, mail }, now()));
  wakeMailSender();
}
