import type { Database } from "../db/open.ts";
import { command } from "../db/statement.ts";

/** The kind of alerts about prices that differ from the provider's. */
export const PRICES_DIFFER = "prices_differ";

interface Alert {
  /** Such as "duplicate_subscription". */
  kind: string;
  /** The subject, such as a subscription's id: there is one alert per kind and subject. */
  about: string;
  /** Japanese, for staff. */
  message: string;
  userId: number | null;
  /** Yen. */
  amount?: number | null;
}

const insert = command("subscription.alert")`
  insert into staff_alerts (kind, about, message, user_id, created_at, amount) values ($1, $2, $3, $4, $5, $6)
  on conflict (kind, about) do nothing`;

/** Shows superusers a case that needs a human decision. @param now milliseconds since 1970 */
export async function alertStaff(db: Database, alert: Alert, now: number): Promise<void> {
  const { kind, about, message, userId, amount = null } = alert;
  await insert(db, [kind, about, message, userId, new Date(now).toISOString(), amount]);
}
