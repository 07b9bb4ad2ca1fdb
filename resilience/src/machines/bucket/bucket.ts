// The server with a bucket of OpenStack Swift: everything that works, everything that fails, and films straight from it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { signIn } from "@manabiya/bench/calls/members.ts";
import { openSet } from "@manabiya/bench/servers/database.ts";
import { build, isBuilt } from "../../../../scripts/build.mjs";
import { browser } from "../../../../scripts/browser.mjs";
import type { Finding } from "../../finding.ts";
import { SMALL, temporaryFolder } from "../../service.ts";
import { BUCKET, OUTSIDER, type Scene, STAFF, startApplication } from "./application.ts";
import { direct } from "./direct.ts";
import { troubles } from "./trouble.ts";
import { judgeDirect, judgeTroubles, judgeWorks } from "./judge.ts";
import { Network } from "./network.ts";
import { Swift } from "./swift.ts";
import { upload, works } from "./works.ts";

export async function runDrill(steps: string[]): Promise<Finding[]> {
  const isChosen = (step: string) => steps.length === 0 || steps.includes(step);
  if (isChosen("direct")) await prepareBrowser();
  const opened: (() => unknown)[] = [];
  try {
    const folder = await temporaryFolder();
    opened.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const swift = await Swift.open(join(folder, "swift"));
    opened.push(() => swift.stop());
    await swift.start();
    await swift.makeBucket(BUCKET);
    const network = await Network.open(swift.port);
    opened.push(() => network.close());
    const database = await openSet(SMALL, null, () => {});
    opened.push(() => database.close());
    const members = await signIn(database.db, STAFF);
    await database.db.query({ text: "update users set is_staff = true where id = $1", values: [STAFF] });
    const text = "update users set subscription_status = 'canceled' where id = $1";
    await database.db.query({ text, values: [OUTSIDER] });
    return await drill({ swift, network, database, members, folder }, isChosen);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function prepareBrowser(): Promise<void> {
  process.env["CHROMIUM_PATH"] = (await browser()) ?? "";
  const built = isBuilt() ? null : await build();
  if (built?.ok === false) throw new Error(built.output);
}

/** Megabytes. */
const SMALL_FILM = 5;

async function drill(scene: Scene, isChosen: (step: string) => boolean): Promise<Finding[]> {
  const application = await startApplication(scene, "works");
  try {
    const seen = isChosen("works") ? await works(scene, application) : null;
    const films = seen?.films ?? (await upload(application, [SMALL_FILM])).films;
    return [
      ...(seen === null ? [] : judgeWorks(seen)),
      ...(isChosen("trouble") ? judgeTroubles(await troubles(scene, application, films)) : []),
      ...(isChosen("direct") ? judgeDirect(await direct(scene, films)) : []),
    ];
  } finally {
    await application.stop();
  }
}
