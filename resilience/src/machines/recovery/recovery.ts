// A careless deletion at a known moment: the shipped archive and scripts bring the service back to the second before.
// Then nightly backups and the weekly restore test, also of damaged backups.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { load } from "@manabiya/bench/data/load.ts";
import { migrate } from "@manabiya/server/src/db/migrate.ts";
import type { Finding } from "../../finding.ts";
import type { Member } from "../../member.ts";
import { freePort, SMALL, temporaryFolder } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { ArchivedPostgres } from "./archived-postgres.ts";
import { judgeRecovery, type Recovery } from "./judge.ts";
import { COMPARED, RecoveredService } from "./recovered-service.ts";
import { runRestoreTests } from "./restore-tests.ts";
import { Scripts } from "./scripts.ts";

const SECOND = 1_000;

export async function runDrill(): Promise<Finding[]> {
  await needPackages({
    "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
    pgbackrest: "/usr/bin/pgbackrest",
    restic: "/usr/bin/restic",
  });
  const folder = await temporaryFolder();
  const postgres = await ArchivedPostgres.make(await below(folder, "postgresql"));
  const service = new RecoveredService(postgres, await below(folder, "files"), await freePort());
  const scripts = await Scripts.make(folder, { ...postgres.environment, ...service.settings });
  try {
    await postgres.start();
    postgres.createDatabase("manabiya");
    postgres.createDatabase("manabiya_scratch");
    await migrate({ connectionString: postgres.url });
    await load({ connectionString: postgres.url }, SMALL);
    await service.addFilms();
    await service.start();
    return [...judgeRecovery(await recover(postgres, service, scripts)), ...(await runRestoreTests(service, scripts))];
  } finally {
    await service.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function recover(postgres: ArchivedPostgres, service: RecoveredService, scripts: Scripts): Promise<Recovery> {
  postgres.pgBackRest("stanza-create");
  postgres.pgBackRest("--type=full", "backup");
  await scripts.right("backup/manabiya-backup", "files");
  const [early, late] = [await service.signUp("early", 4), await service.signUp("late", 2)];
  const writing = startWriting(early, SMALL.videos);
  await pause(8 * SECOND);
  const before = await writing.stop();
  const [was, films] = [await service.sums(), await service.digests()];
  const moment = Math.ceil((Date.now() + 20) / SECOND) * SECOND;
  await pause(moment + 20 - Date.now());
  const writingLate = startWriting(late, SMALL.videos);
  const signingUp = service.signUp("afterwards", 1);
  await pause(moment + SECOND - Date.now());
  const began = performance.now();
  await service.beCareless();
  await signingUp;
  await pause(2 * SECOND);
  const after = await writingLate.stop();
  await service.stop();
  await postgres.stop();
  const said = await scripts.right(
    "restore-to-time",
    `${new Date(moment).toISOString().slice(0, 19).replace("T", " ")}+00`,
  );
  console.log(said.trim());
  await postgres.start();
  const is = await service.sums();
  await service.start();
  for (const member of [...early, ...late]) {
    member.address = service.address;
    await member.logIn();
  }
  const minutes = (performance.now() - began) / 60_000;
  console.log(`The service works again after ${(minutes * 60).toFixed(1)} s.`);
  const contradictions = (await Promise.all(early.map((member) => member.contradictions()))).flat();
  const found = await service.digests();
  return {
    before,
    after,
    minutes,
    lostWrites: contradictions.map((video) => `video ${video}`),
    leftovers: [...(await service.leftovers()), ...COMPARED.filter((name) => was[name] !== is[name])],
    differingFiles: [...new Set([...Object.keys(films), ...Object.keys(found)])].filter(
      (name) => films[name] !== found[name],
    ),
    archiveErrors: errorsOf(() => {
      postgres.pgBackRest("--type=full", "backup");
      postgres.pgBackRest("check");
    }),
  };
}

async function below(folder: string, name: string): Promise<string> {
  const made = join(folder, name);
  await mkdir(made, { mode: 0o711 });
  return made;
}

function errorsOf(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** @returns a function that ends the writes and answers how many were acknowledged */
function startWriting(members: Member[], videos: number) {
  let isOver = false;
  const acknowledged = () => members.reduce((sum, member) => sum + member.acknowledged, 0);
  const first = acknowledged();
  const loops = members.map(async (member, index) => {
    for (let count = 1; !isOver; count++) {
      // A deleted video answers 404. The member remembers the write as possible.
      await member.set(1 + ((count * 7 + index) % videos), count % 3 !== 0).catch(() => pause(20));
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      return acknowledged() - first;
    },
  };
}
