import { bool, command, type Database, instant, statement, text } from "../db/statement.ts";
import { tooManyRequests } from "../errors/app-error.ts";
import { clientSiteOf } from "./client-network.ts";
import { type Claimed, type Limit, type LimitName, LIMITS, type Proven, type Rung } from "./declared-limits.ts";

/** A request's properties. Rungs that need a missing one do not count it: a job's mail has no network. */
export interface Subject extends Partial<Record<Claimed | Proven, string | number>> {
  /** Whether the account's owner has logged in from this network. */
  isKnownNetwork?: boolean;
}

export interface Counted {
  /** Seconds to wait; 0: the request is within the limit and was counted. */
  wait: number;
  /** Takes the request back. */
  undo: () => Promise<void>;
}

const MAX_RUNGS = 7;
const MAX_TRIES = 3;

/**
 * Counts a request at all rungs, or at none when one of them is full. The first part reads without locks and refuses
 * nearly every request over a limit. The other parts write from narrow to wide, each only after the narrower one let the
 * request through, so that concurrent requests cannot exceed a limit either.
 */
const takes = Array.from(
  { length: MAX_RUNGS },
  (_, index) =>
    statement(`limits.take-${index + 1}`, { is_full: bool, key: text, resets_at: instant })`${takeSql(index + 1)}`,
);

function takeSql(rungs: number): string {
  const numbers = Array.from({ length: rungs }, (_, index) => index + 1);
  const writes = numbers.map(
    (number) => `
     rung${number} as (
       insert into rate_limits as r (key, hits, resets_at)
       select ($1::text[])[${number}], 1, $4::timestamptz + make_interval(secs => ($3::integer[])[${number}])
        where ${number === 1 ? "not exists (select from full_rungs)" : `exists (select from rung${number - 1})`}
       on conflict (key) do update
          set hits = case when r.resets_at <= $4 then 1 else r.hits + 1 end,
              resets_at = case when r.resets_at <= $4 then excluded.resets_at else r.resets_at end
        where r.resets_at <= $4 or r.hits < ($2::integer[])[${number}]
       returning r.key, r.resets_at)`,
  );
  const counted = numbers.map((number) => `select false as is_full, key, resets_at from rung${number}`);
  return `with full_rungs as (
       select r.key, r.resets_at
         from unnest($1::text[], $2::integer[]) as asked (key, max)
         join rate_limits r on r.key = asked.key
        where r.hits >= asked.max and r.resets_at > $4::timestamptz),${writes.join(",")}
   ${counted.join("\n    union all ")}
    union all select true, key, resets_at from full_rungs`;
}

/** Locks in the same order as `takes`, to avoid deadlocks. A window that has ended meanwhile stays as it is. */
const undo = command("limits.undo")`
  with counted as (
    select r.key
      from unnest($1::text[], $2::timestamptz[]) with ordinality as c (key, resets_at, rung)
      join rate_limits r on r.key = c.key and r.resets_at = c.resets_at
     order by c.rung
       for update of r)
  update rate_limits r set hits = greatest(r.hits - 1, 0) from counted where r.key = counted.key`;

const clear = command("limits.clear")`delete from rate_limits where key = any($1)`;

/** Counts a request before it is answered, so that concurrent requests cannot exceed the limit. */
export async function takeHit(db: Database, name: LimitName, given: Subject, now: number): Promise<Counted> {
  const subject = withSite(given);
  const rungs = rungsFor(name, subject);
  const take = takes[rungs.length - 1];
  // An operator or a job has no property that a rung counts.
  if (take === undefined) return { wait: 0, undo: async () => {} };
  const keys = rungs.map((rung) => keyOf(name, rung, subject));
  const values = [keys, rungs.map(({ max }) => max), rungs.map(({ seconds }) => seconds), new Date(now).toISOString()];
  for (let attempt = 1; ; attempt++) {
    const rows = await take(db, values);
    const full = rows.filter((row) => row.is_full);
    const counted = rows.filter((row) => !row.is_full);
    const takeBack = async () => {
      if (counted.length > 0) await undo(db, [counted.map(({ key }) => key), counted.map((row) => row.resets_at)]);
    };
    if (counted.length === rungs.length) return { wait: 0, undo: takeBack };
    if (full.length > 0) {
      const ends = Math.max(...full.map((row) => Date.parse(row.resets_at)));
      return { wait: Math.max(1, (ends - now) / 1_000), undo: async () => {} };
    }
    // A concurrent request filled a wider rung after this statement began. The next statement sees it.
    await takeBack();
    if (attempt === MAX_TRIES) return { wait: 1, undo: async () => {} };
  }
}

/** Counts a request. @returns takes it back @throws 429 */
export async function countHit(
  db: Database,
  name: LimitName,
  subject: Subject,
  now: number,
): Promise<() => Promise<void>> {
  const counted = await takeHit(db, name, subject, now);
  if (counted.wait > 0) throw tooManyRequests(counted.wait);
  return counted.undo;
}

/** Resets the counts of one account. Counts of whole networks stay. */
export async function clearHits(db: Database, name: LimitName, given: Subject): Promise<void> {
  const subject = withSite(given);
  const { rungs, onKnownDevice = [] }: Limit = LIMITS[name];
  const ofAccount = [...rungs, ...onKnownDevice].filter((rung) => rung.per.includes("account") && fits(rung, subject));
  await clear(db, [ofAccount.map((rung) => keyOf(name, rung, subject))]);
}

function withSite(subject: Subject): Subject {
  const { network } = subject;
  return network === undefined ? subject : { ...subject, site: clientSiteOf(String(network)) };
}

function rungsFor(name: LimitName, subject: Subject): Rung[] {
  const { rungs, onKnownDevice }: Limit = LIMITS[name];
  const applying = subject.device !== undefined && onKnownDevice ? onKnownDevice : rungs;
  return applying.filter((rung) => fits(rung, subject) && !(rung.strangersOnly && subject.isKnownNetwork));
}

function fits({ per }: Rung, subject: Subject): boolean {
  return per.every((property) => subject[property] !== undefined);
}

function keyOf(name: LimitName, rung: Rung, subject: Subject): string {
  const { per, seconds } = rung;
  return `${name} ${per.join("+")} ${seconds}: ${per.map((property) => subject[property]).join("|")}`;
}
