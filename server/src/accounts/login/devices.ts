import { bool, command, type Database, int, statement } from "../../db/statement.ts";
import { hashToken } from "../../crypto/token.ts";

/** Per account; beyond it the browser that was not seen for longest is deleted. */
const MAX_DEVICES = 20;

interface SeenDevice {
  userId: number;
  /** See `deviceToken`. */
  token: string;
  address: string;
  userAgent: string;
}

/** Every writer of an account's rows locks the account first, so that two of them cannot deadlock. */
const lockAccount = command("auth.lock-account-shared")`select from users where id = $1 for share`;

const touch = statement("auth.touch-device", { user_id: int })`
  update known_devices set last_seen_at = $3 where user_id = $1 and device_hash = $2 returning user_id`;

/** A caller without cookies is identified by its address and user agent. */
const findTraces = statement("auth.find-device-traces", { is_known: bool, is_first: bool })`
  select exists (select from sessions where user_id = $1 and address = $2 and user_agent = $3) as is_known,
         not exists (select from sessions where user_id = $1)
           and not exists (select from known_devices where user_id = $1) as is_first`;

const remember = command("auth.remember-device")`
  insert into known_devices (user_id, device_hash, created_at, last_seen_at) values ($1, $2, $3, $3)
  on conflict do nothing`;

const removeOldest = command("auth.remove-oldest-devices")`
  delete from known_devices
   where user_id = $1
     and device_hash not in (
       select device_hash from known_devices where user_id = $1
        order by last_seen_at desc, device_hash limit ${MAX_DEVICES})`;

/**
 * Remembers that an account is used in a browser. Must run before the new session is inserted.
 * @returns whether to warn the owner; the first device of an account causes no warning
 */
export async function rememberDevice(tx: Database, device: SeenDevice, now: number): Promise<boolean> {
  const { userId, token, address, userAgent } = device;
  const at = new Date(now).toISOString();
  await lockAccount(tx, [userId]);
  if ((await touch(tx, [userId, hashToken(token), at])).length > 0) return false;
  const [traces] = await findTraces(tx, [userId, address, userAgent]);
  await remember(tx, [userId, hashToken(token), at]);
  await removeOldest(tx, [userId]);
  return traces !== undefined && !traces.is_known && !traces.is_first;
}
