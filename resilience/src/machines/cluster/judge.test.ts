import { expect, test } from "vitest";
import { none } from "../../finding.ts";
import { judgeCluster, type Seen } from "./judge.ts";
import { complaintsOf, membersOf } from "./patroni-list.ts";

const WHOLE = `+ Cluster: manabiya (7512345678901234567) +-----------+----+-----------+
| Member | Host      | Role         | State     | TL | Lag in MB |
+--------+-----------+--------------+-----------+----+-----------+
| node1  | 10.0.0.11 | Sync Standby | streaming |  3 |         0 |
| node2  | 10.0.0.12 | Leader       | running   |  3 |           |
| node3  | 10.0.0.13 | Replica      | running   |  3 |         0 |
+--------+-----------+--------------+-----------+----+-----------+
`;
const LAGS = WHOLE.replace("|         0 |", "|        16 |");

const HEALTHY: Seen = {
  executed: 60,
  failed: [],
  left: [],
  listed: { installed: WHOLE, replaced: WHOLE, afterPowerCut: WHOLE },
  check: Array.from({ length: 41 }, (_, index) => `ok             line ${index}`).join("\n"),
  deletions: none("backups", []),
  rewritten: [],
  settings: ["abc manabiya.env", "abc manabiya.env"],
  owners: [
    ...["600 root /etc/manabiya/manabiya.env", "600 root /etc/manabiya/machine.env"],
    ...["600 postgres /etc/patroni/config.yml", "600 root /etc/manabiya/database.env", "700 root /etc/manabiya/tls"],
    ...["manabiya runs the server", "haproxy runs the proxy"],
  ],
  fourth: ["server machine4 10.0.0.24:3000", "server machine4 10.0.0.24:3000 track others/machine4"],
  refusal: "install: /etc/manabiya/manabiya.env was changed on this machine. Change your own copy",
  ineffective: [],
  seconds: { switchover: 3, database: 12, application: 4, power: 40 },
  upgrade: { requests: 1_000, failed: [] },
  rollback: { requests: 1_000, failed: [] },
  lostApplication: { requests: 300, failed: ["a favourite: 502"] },
  releases: { upgraded: ["2", "2"], next: "2", rolledBack: ["1", "1"], first: "1" },
  acknowledged: 900,
  lost: [],
};

const verdicts = (seen: Partial<Seen>) => judgeCluster({ ...HEALTHY, ...seen }).map(({ holds }) => holds);

test("a cluster as documented holds", () => {
  expect(verdicts({})).not.toContain(false);
});

const failedWork = { requests: 1_000, failed: ["GET /: 502"] };

test.each<[string, Partial<Seen>]>([
  ["a failed command", { failed: ["patronictl lst: 2"] }],
  ["a block that nobody executed", { left: ["cluster reinit"] }],
  ["a standby that lags after the installation", { listed: { ...HEALTHY.listed, installed: LAGS } }],
  ["a machine that was not replaced", { listed: { ...HEALTHY.listed, replaced: "" } }],
  ["a cluster that did not come back", { listed: { ...HEALTHY.listed, afterPowerCut: LAGS } }],
  ["a line that says wrong", { check: `${HEALTHY.check}\nwrong          secrets: mode 644` }],
  ["a backup that the service's user deleted", { deletions: none("backups", ["0123abcd"]) }],
  ["a file that was written again", { rewritten: ["install: wrote /etc/default/etcd"] }],
  ["other settings on one machine", { settings: ["abc manabiya.env", "def manabiya.env"] }],
  ["settings that others may read", { owners: [...HEALTHY.owners.slice(1), "644 root /etc/manabiya/manabiya.env"] }],
  ["a proxy that runs as root", { owners: [...HEALTHY.owners.slice(0, -1), "root runs the proxy"] }],
  ["a fourth machine that gets no calls", { fourth: HEALTHY.fourth.slice(0, 1) }],
  ["an overwritten edit", { refusal: "install: done. Start it by: systemctl restart manabiya" }],
  ["a switchover that failed", { ineffective: ["switchover: node1 is still the primary"] }],
  ["a slow switchover", { seconds: { ...HEALTHY.seconds, switchover: 11 } }],
  ["no service without a database machine", { seconds: { ...HEALTHY.seconds, database: Number.POSITIVE_INFINITY } }],
  ["no service without an application machine", { seconds: { ...HEALTHY.seconds, application: 16 } }],
  ["no service after a power cut", { seconds: { ...HEALTHY.seconds, power: Number.POSITIVE_INFINITY } }],
  ["a failed request in the upgrade", { upgrade: failedWork }],
  ["a failed request in the roll back", { rollback: failedWork }],
  ["too few requests", { rollback: { requests: 10, failed: [] } }],
  ["many failed requests for one machine", { lostApplication: { requests: 300, failed: Array(7).fill("502") } }],
  ["a machine without the next release", { releases: { ...HEALTHY.releases, upgraded: ["2", "1"] } }],
  ["a machine that was not rolled back", { releases: { ...HEALTHY.releases, rolledBack: ["1", "2"] } }],
  ["a lost write", { lost: ["video 3"] }],
])("%s is found", (_what, seen) => {
  expect(verdicts(seen).filter((holds) => !holds)).toHaveLength(1);
});

test("reads the table of patronictl, and names what is wrong in it", () => {
  expect(membersOf(WHOLE)[1]).toMatchObject({ Member: "node2", Role: "Leader", State: "running" });
  expect(complaintsOf(WHOLE)).toEqual([]);
  expect(complaintsOf(LAGS)).toEqual(["node1: lag 16"]);
  expect(complaintsOf(WHOLE.replace("streaming", "starting "))).toEqual(["node1 is starting"]);
  expect(complaintsOf(WHOLE.replace("Sync Standby", "Replica     "))).toEqual(["roles Leader, Replica, Replica"]);
  expect(complaintsOf("Usage")).toEqual(["roles none"]);
});
