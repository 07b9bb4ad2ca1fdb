import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatorError } from "../../errors/operator-error.ts";
import { openEmbedded } from "../embedded.ts";
import { postmasterPath, socketLockPath } from "./postmaster-file.ts";
import { folderWithDatabase, temporaryFolder, Writer } from "../../../test/testing/embedded/processes.ts";

const open = (dataDir: string, log?: (line: string) => void) =>
  openEmbedded({ dataDir, durable: false, ...(log && { log }) });

async function refusal(dataDir: string): Promise<string> {
  const error = await open(dataDir).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
}

async function contents(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.sort().map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`));
}

test.each(["a new folder", "a folder with a PostgreSQL left over"])(
  "Exactly one of five simultaneous starts on %s succeeds, and the others change nothing",
  async (kind) => {
    const folder = kind === "a new folder" ? await temporaryFolder() : await folderWithDatabase();
    if (kind !== "a new folder") {
      const killed = new Writer(folder);
      await killed.says("open");
      await killed.kill();
    }
    const writers = Array.from({ length: 5 }, () => new Writer(folder));
    const outcomes = await Promise.all(
      writers.map((writer) => Promise.any([writer.says("open").then(() => "open"), writer.says("refused")])),
    );
    const winner = writers[outcomes.indexOf("open")];
    const refused = outcomes.filter((outcome) => outcome !== "open");
    expect(refused).toEqual(Array(4).fill(`Another Manabiya is already serving ${folder}.`));
    await winner?.writes(1);

    const before = await contents(folder);
    const late = new Writer(folder);
    expect(await late.says("refused")).toContain("already serving");
    expect(await contents(folder)).toEqual(before);
    await winner?.writes(10);
    await winner?.end();
  },
);

test("stop releases the folder", async () => {
  const folder = await folderWithDatabase();
  await (await open(folder)).stop();
  const began = performance.now();
  const again = await open(folder);
  expect(performance.now() - began).toBeLessThan(1_500);
  await again.stop();
});

test("Refuses a DATA_DIR that is a file, below a file, or a broken link", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "file");
  await writeFile(file, "mine");
  await symlink(join(folder, "unplugged", "disk"), join(folder, "link"));
  expect(await refusal(file)).toBe(`DATA_DIR must be a folder, but ${file} is or lies below a file.`);
  expect(await refusal(join(file, "below"))).toContain("must be a folder");
  expect(await refusal(join(folder, "link"))).toContain("cannot be created or written");
  expect(await readFile(file, "utf8")).toBe("mine");
});

test("Refuses a folder named postgres with foreign content, and does not change it", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "postgres"));
  await writeFile(join(folder, "postgres", "letter.txt"), "mine");
  expect(await refusal(folder)).toContain("is not a database folder of Manabiya");
  expect(await readdir(join(folder, "postgres"))).toEqual(["letter.txt"]);
});

test("Refuses a database of another major version, and leaves it usable with its own", async () => {
  const folder = await folderWithDatabase();
  const database = await open(folder);
  await database.stop();
  const version = join(database.databaseDirectory, "PG_VERSION");
  await writeFile(version, "17\n");
  expect(await refusal(folder)).toContain("is of PostgreSQL 17, but this Manabiya brings PostgreSQL 18");
  await writeFile(version, "18\n");
  await (await open(folder)).stop();
});

test("Reports a broken database with PostgreSQL's reason", async () => {
  const folder = await folderWithDatabase();
  const database = await open(folder);
  await database.stop();
  await writeFile(join(database.databaseDirectory, "global", "pg_control"), "");
  expect(await refusal(folder)).toMatch(/^PostgreSQL did not start: .*pg_control/);
});

test("Starts although the lock files name another program's process", async () => {
  const folder = await folderWithDatabase();
  const database = await open(folder);
  await database.stop();
  const { uid, gid } = await stat(database.databaseDirectory);
  const other = spawn("sleep", ["600"], { uid, gid, stdio: "ignore" });
  onTestFinished(() => void other.kill("SIGKILL"));
  const directory = database.databaseDirectory;
  await writeFile(postmasterPath(directory), `${other.pid}\n${directory}\n1\n5432\n${directory}\n\n1 1\nready\n`);
  await writeFile(socketLockPath(directory), `${other.pid}\n${directory}\n1\n5432\n${directory}\n`);
  await (await open(folder)).stop();
  expect(other.exitCode).toBeNull();
});
