import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { bool, statement } from "../../db/statement.ts";

/** Players report every ten seconds. One whose report is older has lost its network, sleeps, or was closed. */
const SILENT_AFTER = "30 seconds";

/** A person whose player the limit paused is still there for a while, with or without playing on. */
const WAITS_FOR = "10 minutes";

/**
 * Stores a report of a page's player, and decides whether the limit pauses it: it does when as many of the member's
 * players began later. So the oldest one pauses, and whoever plays on in it becomes the newest. Nobody is asked before
 * playing: the answer to a report is the only way by which a player hears of the others, at most ten seconds late.
 *
 * The same rows tell of sharing. Each session counts once, with the network of its latest report: a phone on a train and
 * a second tab are one device, and a household is one network. Players that the limit has just paused count too,
 * because otherwise a limit would hide whom it stops.
 *
 * Values: user id, player, session id, network, now, whether it plays, the limit (0: none).
 */
export const reportPlayer = statement("players.report", { must_pause: bool })`
  with active as (
    select p.*, coalesce(p.started_at is not null and p.seen_at > $5::timestamptz - interval '${SILENT_AFTER}', false) as plays
      from players p
     where p.user_id = $1
       and (p.started_at is not null and p.seen_at > $5::timestamptz - interval '${SILENT_AFTER}'
            or p.paused_at > $5::timestamptz - interval '${WAITS_FOR}')),
  mine as (
    select coalesce((select started_at from active where player = $2 and plays), $5::timestamptz) as started_at),
  decided as (
    select mine.started_at,
           $6::boolean and $7::int > 0
             and $7::int <= (select count(*) from active other
                              where other.plays and other.player <> $2
                                and (other.started_at, other.player) > (mine.started_at, $2)) as must_pause
      from mine),
  reported as (
    insert into players as p (user_id, player, session_id, network, started_at, seen_at, paused_at)
    select $1, $2, $3, $4, case when $6::boolean and not must_pause then started_at end, $5,
           case when must_pause then $5::timestamptz end
      from decided
    on conflict (user_id, player) do update
       set session_id = excluded.session_id, network = excluded.network, started_at = excluded.started_at,
           seen_at = excluded.seen_at, paused_at = coalesce(excluded.paused_at, p.paused_at)),
  counted as (
    select count(distinct network)::int as networks, count(*)::int as devices
      from (select distinct on (session_id) session_id, network
              from (select session_id, network, seen_at from active where player <> $2
                    union all select $3, $4, $5 where $6::boolean) as together
             order by session_id, seen_at desc) as device),
  shared as (
    insert into shared_hours as h (user_id, at, networks, devices)
    select $1, date_trunc('hour', $5::timestamptz), networks, devices from counted where networks >= ${SHARED.networks}
    on conflict (user_id, at) do update
       set networks = greatest(h.networks, excluded.networks), devices = greatest(h.devices, excluded.devices)
     where excluded.networks > h.networks or excluded.devices > h.devices)
  select must_pause from decided`;
