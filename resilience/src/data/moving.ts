// MOVING.md on a Django service made for it, and a hundred thousand members with a kill in between.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SECRET, startServer } from "@manabiya/bench/servers/server.ts";
import { openEmbedded } from "@manabiya/server/src/db/embedded.ts";
import { type Database, openDatabase } from "@manabiya/server/src/db/open.ts";
import { atLeast, atMost, type Finding, none } from "../finding.ts";
import { runProgram, temporaryFolder } from "../service.ts";

/** Debian's, which has its packages. */
const PYTHON = "/usr/bin/python3";
const PASSWORD = "tomato-soup-41";
const SUPERUSER = { email: "boss@example.com", password: "potato-stew-52" };
const KINDS = ["pbkdf2_sha256", "bcrypt_sha256", "bcrypt", "argon2", "argon2i", "bare"];
const WATCHING = ["pbkdf2_sha256", "bcrypt_sha256", "bcrypt"];

const MEMBERS = 100_000;
const GOAL_SECONDS = 300;

export interface MovingDrill {
  /** Members of the Django service who logged in with the old password. */
  loggedIn: number;
  failures: string[];
  members: number;
  /** Both runs of the killed import together. */
  seconds: number;
  /** Members who lack something after the kill, and rows that a third run would change. */
  half: string[];
}

export function judgeMoving({ loggedIn, failures, members, seconds, half }: MovingDrill): Finding[] {
  return [
    atLeast("members of the Django service who log in with the old password", loggedIn, KINDS.length),
    none("what differs from the old service", failures),
    atLeast("members imported with hashes, through a kill", members, MEMBERS),
    atMost("import of these members", seconds, GOAL_SECONDS, " s"),
    none("members who are half, twice or changed", half),
  ];
}

export async function runDrill(): Promise<Finding[]> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, "data");
  const postgres = await openEmbedded({ dataDir });
  const db = openDatabase({ ...postgres.connection, statement_timeout: 0 }, () => {});
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    STRIPE_SECRET_KEY: "sk_test_nobody",
    STRIPE_WEBHOOK_SECRET: "whsec_nobody",
  };
  try {
    const files = await exportFromDjango(folder);
    const moved = await moveIn(files, environment, db);
    return judgeMoving({ ...moved, ...(await importMany(folder, environment, db)) });
  } finally {
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Runs the guide's command, as it stands in the guide. @returns the folder of its files */
async function exportFromDjango(folder: string): Promise<string> {
  const app = join(folder, "django/old");
  const commands = join(app, "management/commands");
  await cp(fileURLToPath(new URL("./django", import.meta.url)), app, { recursive: true });
  await mkdir(commands, { recursive: true });
  await writeFile(join(app, "__init__.py"), "");
  const guide = await readFile(new URL("../../../MOVING.md", import.meta.url), "utf8");
  await writeFile(join(commands, "export_for_manabiya.py"), /```python\n(.*?)```/s.exec(guide)?.[1] ?? "");
  const env = {
    PYTHONPATH: join(folder, "django"),
    PYTHONDONTWRITEBYTECODE: "1",
    DJANGO_SETTINGS_MODULE: "old.settings",
    OLD_DATABASE: join(folder, "old.sqlite3"),
  };
  const python = (...args: string[]) => promisify(execFile)(PYTHON, args, { env });
  await python("-c", "import django, bcrypt, argon2").catch(() => {
    throw new Error("Install python3-django, python3-bcrypt and python3-argon2.");
  });
  const files = join(folder, "moving");
  await python("-m", "django", "makemigrations", "old");
  await python("-m", "django", "migrate");
  await python(join(app, "fill.py"));
  await python("-m", "django", "export_for_manabiya", files);
  return files;
}

type Environment = Record<string, string>;

/** Goes through the guide's steps, then compares. */
async function moveIn(files: string, environment: Environment, db: Database) {
  const failures: string[] = [];
  const expectSame = (what: string, is: unknown, was: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(was)) failures.push(`${what}: ${JSON.stringify(is)}`);
  };
  await createSuperuser(environment);
  const server = await startServer(environment);
  let loggedIn = 0;
  try {
    const staff = await logIn(server.url, SUPERUSER.email, SUPERUSER.password);
    const videos = await sendFile(
      `${server.url}/api/admin/videos/upload/`,
      staff,
      "csv_file",
      join(files, "videos.csv"),
    );
    expectSame("videos", [videos["success_count"], videos["errors"]], [5, []]);
    const { rows } = await db.query<{ id: number; video_id: string }>({ text: "select id, video_id from videos" });
    for (const name of (await readdir(files)).filter((each) => each.startsWith("chapters-"))) {
      const id = rows.find(({ video_id }) => name === `chapters-${video_id}.csv`)?.id;
      const url = `${server.url}/api/admin/videos/${id}/chapters/upload-csv/`;
      expectSame(name, (await sendFile(url, staff, "file", join(files, name)))["created_count"], 2);
    }
    const members = join(files, "members.csv");
    const dry = await runProgram("manage", ["import-members", "--from", members, "--dry-run"], environment);
    expectSame("dry run", [dry.code, /Nothing was changed: 7 members/.test(dry.output)], [0, true]);
    const run = await runProgram("manage", ["import-members", "--from", members], environment);
    expectSame("import", [run.code, /7 members were imported, 0 had/.test(run.output)], [0, true]);
    for (const kind of KINDS) {
      const headers = await logIn(server.url, `${kind}@example.com`, PASSWORD).catch((error: Error) => error);
      if (headers instanceof Error) {
        failures.push(`${kind}: ${headers.message}`);
        continue;
      }
      loggedIn++;
      const read = async (path: string) => (await (await fetch(server.url + path, { headers })).json()) as Answer;
      const titles = async (path: string) => (await read(path)).results?.map(({ title }) => title);
      expectSame(`favourites of ${kind}`, await titles("/api/favorites/"), ["前の動画1", "前の動画0"]);
      expectSame(`watch later of ${kind}`, await titles("/api/watch-later/"), ["前の動画2"]);
      expectSame(`history of ${kind}`, await titles("/api/history/"), ["前の動画3"]);
      const { status } = await fetch(`${server.url}/api/videos/${rows[0]?.id}/`, { headers });
      expectSame(`whether ${kind} watches`, status === 200, WATCHING.includes(kind));
    }
    const left = await db.query({ text: "select from users where password_hash not like '$argon2id$v=19$m=19456,%'" });
    expectSame("hashes of the old service", left.rowCount, 0);
    const mails = await db.query({ text: "select from mail_outbox where subject not like '%ログイン%'" });
    expectSame("mails beside those about a new browser", mails.rowCount, 0);
  } finally {
    await server.stop();
  }
  return { loggedIn, failures };
}

interface Answer {
  results?: { title: string }[];
}

async function createSuperuser(environment: Environment): Promise<void> {
  const args = ["create-superuser", "--email", SUPERUSER.email, "--name", "管理者"];
  const child = startManage(args, environment);
  child.stdin.end(`${SUPERUSER.password}\n`);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error("No superuser was created.");
}

function startManage(args: string[], environment: Environment) {
  const path = fileURLToPath(new URL("../../../server/src/bin/manage.ts", import.meta.url));
  return spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
}

async function logIn(url: string, email: string, password: string): Promise<{ authorization: string }> {
  const answer = await fetch(`${url}/api/auth/login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`the login was answered with ${answer.status}`);
  const { token } = (await answer.json()) as { token: { access: string } };
  return { authorization: `Bearer ${token.access}` };
}

async function sendFile(url: string, headers: { authorization: string }, field: string, path: string) {
  const body = new FormData();
  body.append(field, new File([await readFile(path)], "file.csv"));
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** The first run is killed in the middle. */
async function importMany(folder: string, environment: Environment, db: Database) {
  const hash = "pbkdf2_sha256$260000$uTqgGlAEXs28QsSK45aS45$jkKDuKzUq7/stMEwpZVLHGHbMsolNMa8kpHdDirRJM4=";
  const lists = "oldvideo-00 2025-01-01T00:00:00Z|oldvideo-01 2025-01-02T00:00:00Z";
  const rows = Array.from(
    { length: MEMBERS },
    (_, n) => `many${n}@example.com,会員 ${n},2024-01-31,active,monthly,cus_many${n},${hash},${lists},${lists}\n`,
  );
  const header =
    "email,username,created_at,subscription_status,subscription_plan,customer_id,password_hash,favorites,history\n";
  const file = join(folder, "many.csv");
  await writeFile(file, header + rows.join(""));
  const args = ["import-members", "--from", file];
  const began = performance.now();
  const killed = startManage(args, environment);
  let printed = "";
  killed.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.includes(`${MEMBERS / 2} imported`)) killed.kill("SIGKILL");
  });
  await once(killed, "close");
  const second = await runProgram("manage", args, environment);
  const seconds = (performance.now() - began) / 1000;
  const third = await runProgram("manage", args, environment);
  console.log(second.output.trim().split("\n").at(-1));
  const { rows: found } = await db.query<{ members: number; half: number }>({
    text: `select count(*)::int as members,
                  (count(*) filter (where c.customer_id is null or l.favorites <> 2 or l.watch_history <> 2
                     or (select count(*) from favorites f where f.user_id = u.id) <> 2
                     or (select count(*) from watch_history h where h.user_id = u.id) <> 2
                     or (select count(*) from membership_changes m where m.user_id = u.id) <> 2))::int as half
             from users u left join stripe_customers c on c.user_id = u.id left join member_counts l on l.user_id = u.id
            where u.email like 'many%'`,
  });
  const { members = 0, half: halves = 0 } = found[0] ?? {};
  const half = halves > 0 ? [`${halves} members`] : [];
  if (!third.output.includes(`0 members were imported, ${MEMBERS} had an account`)) half.push(third.output.slice(-200));
  return { members, seconds, half };
}
