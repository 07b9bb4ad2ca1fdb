import ipaddr from "ipaddr.js";
import type { Database } from "../../db/open.ts";
import { instant, int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { tooManyRequests } from "../../http/app-error.ts";

/** At most `hits` per `seconds`, counted in fixed windows. */
export interface Limit {
  hits: number;
  seconds: number;
}

const hit = statement(
  "rate-limit.hit",
  { hits: int, resets_at: instant },
  `insert into rate_limits as r (key, hits, resets_at)
   values ($1, 1, $2::timestamptz + make_interval(secs => $3))
   on conflict (key) do update
      set hits = case when r.resets_at <= $2 then 1 else r.hits + 1 end,
          resets_at = case when r.resets_at <= $2 then excluded.resets_at else r.resets_at end
   returning hits, resets_at`,
);

const undo = statement(
  "rate-limit.undo",
  {},
  `update rate_limits set hits = greatest(hits - 1, 0) where key = any($1)`,
);

const clear = statement("rate-limit.clear", {}, `delete from rate_limits where key = any($1)`);

/**
 * Counts one attempt before it is made, so that parallel attempts cannot slip through.
 * @returns seconds to wait; 0 when the attempt is within the limit
 */
export async function takeHit(db: Database, key: string, limit: Limit, now: number): Promise<number> {
  const [row] = await hit(db, [key, new Date(now).toISOString(), limit.seconds]);
  if (row === undefined || row.hits <= limit.hits) return 0;
  return Math.max(1, (Date.parse(row.resets_at) - now) / 1000);
}

/** Counts one attempt. @throws 429 */
export async function countHit(db: Database, key: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeHit(db, key, limit, now);
  if (wait > 0) throw tooManyRequests(wait);
}

/** Takes back one attempt at each key. */
export async function undoHits(db: Database, keys: string[]): Promise<void> {
  await undo(db, [keys]);
}

/** Takes back every attempt at these keys. */
export async function clearHits(db: Database, keys: string[]): Promise<void> {
  await clear(db, [keys]);
}

/**
 * The network that limits count as one client. The holder of an IPv6 address holds its whole /64 and could use another
 * address for each attempt.
 * @returns an IPv4 address, or the first address of an IPv6 network such as "2001:db8:1:2::"
 */
export function clientNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
