// A million rows are backed up while members write, then restored elsewhere and compared.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOfFile } from "@manabiya/server/src/backup/digest.ts";
import { openEmbedded } from "@manabiya/server/src/db/embedded.ts";
import { type Database, openDatabase } from "@manabiya/server/src/db/open.ts";
import { SECRET, startServer } from "@manabiya/bench/servers/server.ts";
import { atLeast, atMost, type Finding, none } from "../finding.ts";
import { openService, runProgram, type Service, temporaryFolder } from "../service.ts";

const SET = { name: "M", videos: 5_000, members: 10_000, history: 45, longestHistory: 2_000, searches: 0 } as const;
const FILES = { count: 20, bytes: 5_000_000 };
/** Members 1 to WRITERS write while the backup runs, so their rows may differ afterwards. */
const WRITERS = 4;
const COMPARED_MEMBERS = [10, 20, 30, 40];
const GOAL_SECONDS = 300;

export interface BackupDrill {
  rows: number;
  backupSeconds: number;
  restoreSeconds: number;
  /** Requests of members while the backup ran. */
  writes: number;
  failedRequests: string[];
  differingTables: string[];
  differingFiles: string[];
  /** Members whose counters do not match their rows, which proves an inconsistent snapshot. */
  brokenCounters: string[];
  differingAnswers: string[];
  /** The restore's exit code and output for a backup with one changed byte. */
  tampered: { code: number | null; output: string };
}

export function judgeBackup(drill: BackupDrill): Finding[] {
  const { tampered } = drill;
  return [
    atLeast("rows", drill.rows, 1_000_000),
    atMost("backup and restore", drill.backupSeconds + drill.restoreSeconds, GOAL_SECONDS, " s"),
    atLeast("writes of members during the backup", drill.writes, 1),
    none("requests that failed meanwhile", drill.failedRequests),
    none("tables whose checksum differs", drill.differingTables),
    none("files whose checksum differs", drill.differingFiles),
    none("members whose counters do not match their rows", drill.brokenCounters),
    none("answers that differ or are refused", drill.differingAnswers),
    none("planted: a changed byte that the restore did not find", tampered.code === 1 ? [] : [tampered.output]),
  ];
}

export async function runDrill(): Promise<Finding[]> {
  const source = await openService(SET);
  const folder = await temporaryFolder();
  try {
    return judgeBackup(await drill(source, folder));
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function drill(source: Service, folder: string): Promise<BackupDrill> {
  const media = join(source.dataDir, "media/videos");
  for (let index = 0; index < FILES.count; index++) {
    await writeFile(join(media, `film-${index}.webm`), randomBytes(FILES.bytes));
  }
  const backupFolder = join(folder, "backup");
  const writers = startWriters(source);
  const backup = await runProgram("backup", ["--to", backupFolder], {
    DATABASE_URL: source.database.url,
    DATA_DIR: source.dataDir,
  });
  const { writes, failedRequests } = await writers.stop();
  if (backup.code !== 0) throw new Error(backup.output);
  console.log(backup.output.trim());

  const dataDir = join(folder, "restored");
  await mkdir(dataDir);
  const restore = await runProgram("restore", ["--from", backupFolder], { DATA_DIR: dataDir });
  if (restore.code !== 0) throw new Error(restore.output);
  console.log(restore.output.trim());
  const postgres = await openEmbedded({ dataDir });
  const db = openDatabase({ ...postgres.connection, statement_timeout: 0 }, () => {});
  try {
    const [was, is] = [await sums(source.database.db), await sums(db)];
    const differingAnswers = await compareAnswers(source, { url: postgres.url, dataDir: join(folder, "other") });
    return {
      rows: Number(/^([\d,]+) rows/.exec(backup.output)?.[1]?.replaceAll(",", "")),
      backupSeconds: backup.seconds,
      restoreSeconds: restore.seconds,
      writes,
      failedRequests,
      differingTables: Object.keys(was).filter((name) => was[name] !== is[name]),
      differingFiles: await differingFiles(media, join(dataDir, "media/videos")),
      brokenCounters: await brokenCounters(db),
      differingAnswers,
      tampered: await restoreTampered(backupFolder, folder),
    };
  } finally {
    await db.close();
    await postgres.stop();
  }
}

function startWriters({ server, members }: Service) {
  let isOver = false;
  let writes = 0;
  const failedRequests: string[] = [];
  const write = async (member: number) => {
    for (let video = member; !isOver; video = 1 + ((video + 7) % SET.videos)) {
      const answer = await fetch(`${server.url}/api/videos/${video}/favorite/`, {
        method: "POST",
        headers: members.headers(member),
        body: "{}",
      }).catch((error: Error) => error);
      if (answer instanceof Error) failedRequests.push(answer.message);
      else if (answer.status === 200) writes++;
      else failedRequests.push(`${answer.status}`);
      if (!(answer instanceof Error)) await answer.arrayBuffer();
    }
  };
  const loops = Array.from({ length: WRITERS }, (_, index) => write(index + 1));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      return { writes, failedRequests };
    },
  };
}

/** A checksum of every table, without the rows of the members who wrote meanwhile. */
async function sums(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.query<{ name: string; owned: boolean }>({
    text: `select t.tablename as name, exists (select from information_schema.columns c
             where c.table_name = t.tablename and c.table_schema = 'public' and c.column_name = 'user_id') as owned
             from pg_tables t where t.schemaname = 'public' and t.tablename <> 'job_runs' order by 1`,
  });
  const found: Record<string, string> = {};
  for (const { name, owned } of rows) {
    const others = owned ? `where user_id is null or user_id > ${WRITERS}` : "";
    const sum = await db.query<{ sum: string }>({
      text: `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from "${name}" t ${others}`,
    });
    found[name] = sum.rows[0]?.sum ?? "";
  }
  return found;
}

async function brokenCounters(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ user_id: number }>({
    text: `select user_id from member_counts c
            where favorites <> (select count(*) from favorites f where f.user_id = c.user_id)
               or watch_later <> (select count(*) from watch_later w where w.user_id = c.user_id)
               or watch_history <> (select count(*) from watch_history h where h.user_id = c.user_id)`,
  });
  return rows.map(({ user_id }) => `member ${user_id}`);
}

async function differingFiles(one: string, other: string): Promise<string[]> {
  const names = [...new Set([...(await readdir(one)), ...(await readdir(other))])];
  const differing: string[] = [];
  for (const name of names) {
    const [was, is] = await Promise.all(
      [one, other].map((folder) => digestOfFile(join(folder, name)).catch(() => null)),
    );
    if (!was || was.sha256 !== is?.sha256) differing.push(name);
  }
  return differing;
}

async function compareAnswers(
  { server, members }: Service,
  { url, dataDir }: { url: string; dataDir: string },
): Promise<string[]> {
  const restored = await startServer({ DATABASE_URL: url, AUTH_SECRET: SECRET, DATA_DIR: dataDir });
  try {
    const paths = [
      "/api/favorites/",
      "/api/history/?page=3",
      "/api/watch-later/",
      "/api/profile/",
      "/api/categories/",
      "/api/videos/search/?page=2",
    ];
    const differing: string[] = [];
    for (const member of COMPARED_MEMBERS) {
      for (const path of [...paths, `/api/videos/${member * 7}/`]) {
        const headers = members.headers(member);
        const [was, is] = await Promise.all(
          [server.url, restored.url].map(async (from) => {
            const answer = await fetch(from + path, { headers });
            return `${answer.status} ${await answer.text()}`;
          }),
        );
        if (was !== is || !is?.startsWith("200 ")) differing.push(`${path} of member ${member}`);
      }
    }
    return differing;
  } finally {
    await restored.stop();
  }
}

async function restoreTampered(backupFolder: string, folder: string) {
  const table = join(backupFolder, "tables/watch_history.copy.gz");
  const content = await readFile(table);
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 1;
  await writeFile(table, content);
  const dataDir = join(folder, "refused");
  await mkdir(dataDir);
  return runProgram("restore", ["--from", backupFolder], { DATA_DIR: dataDir });
}
