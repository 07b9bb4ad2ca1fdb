import { type Finding, none } from "../../finding.ts";
import type { Debian } from "../debian/debian.ts";

const AS_SERVICE = "setpriv --reuid manabiya --regid manabiya --init-groups";
const SSH = "ssh -i /etc/manabiya/backup-key -o BatchMode=yes -o UserKnownHostsFile=/etc/manabiya/keeper-host";

/** Attempts of an intruder in the service. restic repeats a refused request for a minute. */
const ATTEMPTS = [
  "timeout --signal=INT 10 manabiya restic forget latest",
  "timeout --signal=INT 10 manabiya restic forget --host manabiya --tag nightly --tag files --keep-last 1 --prune",
  `${AS_SERVICE} rm --recursive --force /mnt/backup/restic`,
  `${AS_SERVICE} ${SSH} manabiya-keeper@127.0.0.1 rm --recursive --force /mnt/backup/restic < /dev/null`,
];

/** Tries to delete the backups as the service's user, after the block `sh kit nightly`. */
export async function tryDeletions(debian: Debian): Promise<Finding> {
  const ids = async () => {
    const { output } = await debian.run("manabiya restic unlock; manabiya restic snapshots --json");
    return [...output.matchAll(/"id":"(\w+)"/g)].map(([, id = ""]) => id);
  };
  const before = await ids();
  for (const attempt of ATTEMPTS) await debian.run(attempt);
  const after = await ids();
  const { code, output } = await debian.run("manabiya restic check --read-data");
  return none("backups that the service's own user can delete or change", [
    ...(before.length > 0 ? [] : ["there is no backup"]),
    ...before.filter((id) => !after.includes(id)),
    ...(code === 0 ? [] : [output.slice(-300)]),
  ]);
}
