import { workOnDatabase } from "./database-work.ts";
import { copyFiles, type Drill } from "./drill.ts";
import type { Seen } from "./judge.ts";
import { makeNextRelease, served } from "./releases.ts";
import { APPLICATIONS, NAMES } from "./six-machines.ts";
import type { Visitors } from "./visitors.ts";
import { nameOf, whole } from "./whole.ts";

type Worked = Pick<
  Seen,
  "ineffective" | "seconds" | "upgrade" | "rollback" | "lostApplication" | "releases" | "acknowledged" | "lost"
> & { replaced: string; afterPowerCut: string };

/** The work of an operator's years, and the breakdowns, all while members read and write. */
export async function work(drill: Drill, visitors: Visitors): Promise<Worked> {
  const { machines, operator } = drill;
  const switchover = await workOnDatabase(drill, visitors);

  const primary = await nameOf(drill, "Leader");
  const database = await visitors.meet(() => machines.lose(primary));
  await machines.add(primary);
  copyFiles(drill, primary);
  await operator.execute("replace", primary);
  const replaced = await whole(drill);

  const changed = await changeRelease(drill, visitors);

  const lostApplication = await visitors.meet(() => machines.at("application2").cutPower());
  await machines.at("application2").boot();

  await machines.cutPower();
  const power = await visitors.secondsUntilLogIn(() => machines.boot());
  const afterPowerCut = await whole(drill);
  // The doors are closed after a start as well.
  for (const name of NAMES) await operator.execute("doors", name);
  const seconds = {
    ...{ switchover: switchover.seconds, database: database.seconds },
    ...{ application: lostApplication.seconds, power },
  };
  return {
    ...{ replaced, afterPowerCut, seconds, ...changed, lostApplication, ineffective: switchover.ineffective },
    ...{ acknowledged: visitors.acknowledged, lost: await visitors.lost() },
  };
}

/** To the next release and back, one machine after the other. */
async function changeRelease(
  drill: Drill,
  visitors: Visitors,
): Promise<Pick<Seen, "upgrade" | "rollback" | "releases">> {
  const { operator, version } = drill;
  const next = await makeNextRelease(drill);
  await operator.execute("backup", "application1", { VERSION: next });
  const upgrade = await visitors.during(async () => {
    for (const name of APPLICATIONS) await operator.execute("upgrade", name, { VERSION: next });
  });
  const upgraded = await served(drill);
  const rollback = await visitors.during(async () => {
    for (const name of APPLICATIONS) await operator.execute("rollback", name);
  });
  return { upgrade, rollback, releases: { upgraded, next, rolledBack: await served(drill), first: version } };
}
