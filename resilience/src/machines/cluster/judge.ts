import { atLeast, atMost, type Finding, none } from "../../finding.ts";
import { foreign, wrongOf } from "../kit/judge.ts";
import { complaintsOf } from "./patroni-list.ts";

/** Members' requests during a piece of work. */
export interface Requests {
  requests: number;
  failed: string[];
}

export interface Seen {
  executed: number;
  failed: string[];
  /** Documented blocks that were not executed. */
  left: string[];
  /** Tables of `patronictl list`. */
  listed: { installed: string; replaced: string; afterPowerCut: string };
  /** Lines of `manage check`. */
  check: string;
  /** Backups that the service's user could delete. */
  deletions: Finding;
  /** Lines of the second installation about written files. */
  rewritten: string[];
  /** A digest of the settings on each application machine. */
  settings: string[];
  /** Owners and modes of files with secrets, and who runs what. */
  owners: string[];
  /** The script's last line after the settings were edited on one machine. */
  refusal: string;
  /** HAProxy's lines about a fourth application machine. */
  fourth: string[];
  /** Commands of patronictl that had no effect. It ends with 0 even then. */
  ineffective: string[];
  /** Seconds without service. */
  seconds: { switchover: number; database: number; application: number; power: number };
  upgrade: Requests;
  rollback: Requests;
  lostApplication: Requests;
  /** The release that each application machine serves, and the one that it should. */
  releases: { upgraded: string[]; next: string; rolledBack: string[]; first: string };
  acknowledged: number;
  lost: string[];
}

/** Seconds. `npm run prove -- failover` has the exact goals of breakdowns. */
const GOALS = { switchover: 10, database: 30, application: 15, power: 120 };

/** Requests in flight on a machine that vanishes have no answer, and a write is never sent twice. */
const IN_FLIGHT = 6;
/** Fewer requests would prove nothing about the moments of a change. */
const REQUESTS_MIN = 300;

const OWNERS = [
  "600 root /etc/manabiya/manabiya.env",
  "600 root /etc/manabiya/machine.env",
  "600 postgres /etc/patroni/config.yml",
  "600 root /etc/manabiya/database.env",
  "700 root /etc/manabiya/tls",
  "manabiya runs the server",
  "haproxy runs the proxy",
];

const FOURTH = ["server machine4 10.0.0.24:3000", "server machine4 10.0.0.24:3000 track others/machine4"];

export function judgeCluster(seen: Seen): Finding[] {
  const { listed, seconds, upgrade, rollback, lostApplication, releases } = seen;
  return [
    none(`documented commands that failed, of ${seen.executed}`, seen.failed),
    none("documented blocks of this drill that it did not execute", seen.left),
    none("after the installation, `patronictl list` shows", complaintsOf(listed.installed)),
    none("lines of `manage check` that say wrong", wrongOf(seen.check)),
    seen.deletions,
    none("files that a second installation wrote", seen.rewritten),
    none("application machines with other settings", foreign(seen.settings, seen.settings.slice(0, 1))),
    none("owners and modes of secrets, and users of services", [
      ...foreign(seen.owners, OWNERS),
      ...foreign(OWNERS, seen.owners).map((each) => `missing: ${each}`),
    ]),
    none(
      "settings edited on one machine are refused",
      seen.refusal.includes("was changed on this machine") ? [] : [seen.refusal],
    ),
    none("missing lines of HAProxy for a fourth application machine", foreign(FOURTH, seen.fourth)),
    none("commands of patronictl without effect", seen.ineffective),
    atMost("seconds without service in a switchover", seconds.switchover, GOALS.switchover),
    atMost("seconds without service after the primary's machine was lost", seconds.database, GOALS.database),
    none("after it was replaced, `patronictl list` shows", complaintsOf(listed.replaced)),
    none(`failed requests of ${upgrade.requests} in the upgrade`, upgrade.failed),
    none("machines without the next release", foreign(releases.upgraded, [releases.next])),
    none(`failed requests of ${rollback.requests} in the roll back`, rollback.failed),
    none("machines without the first release", foreign(releases.rolledBack, [releases.first])),
    atLeast("requests in the changes of a release", Math.min(upgrade.requests, rollback.requests), REQUESTS_MIN),
    atMost(
      `failed requests of ${lostApplication.requests} when an application machine was lost`,
      lostApplication.failed.length,
      IN_FLIGHT,
    ),
    atMost("seconds without service for some of them", seconds.application, GOALS.application),
    atMost("seconds from the power's return at all machines to service", seconds.power, GOALS.power),
    none("after that, `patronictl list` shows", complaintsOf(listed.afterPowerCut)),
    none(`lost writes of ${seen.acknowledged} acknowledged ones`, seen.lost),
  ];
}
