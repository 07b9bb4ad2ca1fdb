import type { Database } from "../../db/open.ts";
import { bool, int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { hashToken } from "../sessions/token.ts";

/** Browsers that are remembered per account; the one not seen for longest gives way. */
const MOST_DEVICES = 20;

interface SeenDevice {
  userId: number;
  /** From the browser's cookie, or new. */
  token: string;
  address: string;
  userAgent: string;
}

/** Everything that touches an account's rows locks the account first, so that two of them never wait for each other. */
const lockAccount = statement("auth.lock-account-shared", {}, `select from users where id = $1 for share`);

const touch = statement(
  "auth.touch-device",
  { user_id: int },
  `update known_devices set last_seen_at = $3 where user_id = $1 and device_hash = $2 returning user_id`,
);

/** Callers that keep no cookies are known by where they call from and what they call themselves. */
const findTraces = statement(
  "auth.find-device-traces",
  { is_known: bool, is_first: bool },
  `select exists (select from sessions where user_id = $1 and address = $2 and user_agent = $3) as is_known,
          not exists (select from sessions where user_id = $1)
            and not exists (select from known_devices where user_id = $1) as is_first`,
);

const remember = statement(
  "auth.remember-device",
  {},
  `insert into known_devices (user_id, device_hash, created_at, last_seen_at) values ($1, $2, $3, $3)
   on conflict do nothing`,
);

const forgetOldest = statement(
  "auth.forget-oldest-devices",
  {},
  `delete from known_devices
    where user_id = $1
      and device_hash not in (
        select device_hash from known_devices where user_id = $1
         order by last_seen_at desc, device_hash limit ${MOST_DEVICES})`,
);

/**
 * Remembers that an account is used in a browser. To be called before the new session is written.
 * @returns whether its owner should hear of it: an account that nobody has used before has no other devices
 */
export async function noteDevice(tx: Database, device: SeenDevice, now: number): Promise<boolean> {
  const { userId, token, address, userAgent } = device;
  const at = new Date(now).toISOString();
  await lockAccount(tx, [userId]);
  if ((await touch(tx, [userId, hashToken(token), at])).length > 0) return false;
  const [traces] = await findTraces(tx, [userId, address, userAgent]);
  await remember(tx, [userId, hashToken(token), at]);
  await forgetOldest(tx, [userId]);
  return traces !== undefined && !traces.is_known && !traces.is_first;
}
