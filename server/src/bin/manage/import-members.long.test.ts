import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAM_ENVIRONMENT } from "../../../test/testing/program-environment.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const MANAGE = fileURLToPath(new URL("../manage.ts", import.meta.url));
const HASH = "bcrypt_sha256$$2b$12$1/9s1U7bvWzfQ0ZRTfzQ/ugYPbYor7GHBBQTPhG5NGKNAFQKesk/G";

const t = useTestApp();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manabiya-members-"));
});
afterAll(() => rm(folder, { recursive: true }));

function start(args: string[]) {
  const child = spawn(process.execPath, [MANAGE, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, DEMO: "1", DATABASE_URL: t.connection.connectionString },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, printed }));
  return { child, ended };
}
const manage = (...args: string[]) => start(args).ended;

async function fileOf(name: string, rows: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, ["email,username,created_at,password_hash", ...rows, ""].join("\n"));
  return path;
}

const row = (index: number) => `m${index}@example.com,会員 ${index},2024-01-31,${HASH}`;

test("a killed import of a large file continues, and the export has every member with the hash", async () => {
  const path = await fileOf(
    "members.csv",
    Array.from({ length: 3_000 }, (_, index) => row(index)),
  );
  const { child, ended } = start(["import-members", "--from", path]);
  child.stdout.once("data", () => child.kill("SIGKILL"));
  await ended;
  const before = (await selectRows(t.db, "users")).length;
  expect(before % 1_000).toBe(0);
  expect(before).toBeLessThan(3_000);
  const { code, printed } = await manage("import-members", "--from", path);
  expect([code, printed.split("\n").at(-2)]).toEqual([
    0,
    expect.stringContaining(`${3_000 - before} members were imported, ${before} had an account`),
  ]);
  expect(await selectRows(t.db, "users")).toHaveLength(3_000);
  expect(await selectRows(t.db, "membership_changes")).toHaveLength(3_000);
  const out = join(folder, "out.csv");
  expect((await manage("export-members", "--to", out, "--with-password-hashes")).code).toBe(0);
  expect((await stat(out)).mode & 0o077).toBe(0);
  expect((await readFile(out, "utf8")).split(HASH)).toHaveLength(3_001);
});

test("wrong rows are named in Japanese and written into a file of their own", async () => {
  const path = await fileOf("wrong.csv", [row(7_000), "nobody,会員,2024-01-31,", "a@example.com,会員,,"]);
  const dry = await manage("import-members", "--from", path, "--dry-run");
  expect([dry.code, dry.printed]).toEqual([1, expect.stringContaining("Nothing was changed: 1 members")]);
  expect(dry.printed).toContain("3行目：email：メールアドレスの形式が正しくありません。");
  expect(dry.printed).toContain("4行目：created_at：会員登録の日時を入力してください。");
  expect(await selectRows(t.db, "users", { email: "m7000@example.com" })).toEqual([]);
  expect(await readFile(join(folder, "wrong.wrong.csv"), "utf8")).toContain("nobody,会員,2024-01-31,,email：");
});

test.each([
  [["import-members"], "Usage: npm run manage -- import-members"],
  [["import-members", "--from", "/nowhere.csv"], "the file must exist"],
  [["export-members"], "Usage: npm run manage -- export-members"],
])("refuses %j in one sentence", async (args, says) => {
  const { code, printed } = await manage(...args);
  expect([code, printed.split("\n").length]).toEqual([1, 2]);
  expect(printed).toContain(says);
});

test("refuses a file that is not UTF-8", async () => {
  const path = join(folder, "sjis.csv");
  await writeFile(path, Buffer.from([0x65, 0x6d, 0x2c, 0x82, 0xa0, 0xff]));
  expect((await manage("import-members", "--from", path)).printed).toBe(`${path} is not UTF-8.\n`);
});
