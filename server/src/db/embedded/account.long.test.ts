import { chmod, chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openEmbedded } from "../embedded.ts";
import { postgresAccount, reaches } from "./account.ts";
import { installedBinaries, program, reachableBinaries } from "./binaries.ts";
import { folderWithDatabase, temporaryFolder, Writer } from "../../../test/testing/embedded/processes.ts";

const root = process.getuid?.() === 0;
/** `nobody`: a user without rights. */
const stranger = { uid: 65534, gid: 65534 };

const open = (dataDir: string, systemDirectory: string, lines: string[] = []) =>
  openEmbedded({ dataDir, systemDirectory, durable: false, log: (line) => lines.push(line) });

describe.runIf(root)("As root", () => {
  test("PostgreSQL runs as its own user, which owns only the database folder", async () => {
    const folder = await temporaryFolder();
    const database = await open(folder, join(folder, "system"));
    const account = await postgresAccount(database.databaseDirectory);
    expect(account?.uid).toBeGreaterThan(0);
    expect(await stat(database.databaseDirectory)).toMatchObject({ ...account, mode: 0o40700 });
    expect((await stat(folder)).uid).toBe(0);
    await database.stop();
  });

  test("changes the owner of a database that root copied to PostgreSQL's user", async () => {
    const folder = await folderWithDatabase();
    const database = await open(folder, join(folder, "system"));
    await database.stop();
    const { uid } = await stat(database.databaseDirectory);
    for (const name of [".", "global", "PG_VERSION"]) await chown(join(database.databaseDirectory, name), 0, 0);
    await (await open(folder, join(folder, "system"))).stop();
    expect((await stat(join(database.databaseDirectory, "global"))).uid).toBe(uid);
  });

  test("uses a system folder when PostgreSQL's user cannot reach DATA_DIR, and logs it once", async () => {
    const folder = await temporaryFolder();
    const hidden = join(folder, "hidden");
    await mkdir(hidden, { mode: 0o700 });
    const [dataDir, system, lines] = [join(hidden, "data"), join(folder, "system"), [] as string[]];
    const first = await open(dataDir, system, lines);
    expect(first.databaseDirectory.startsWith(`${system}/`)).toBe(true);
    expect(lines).toEqual([
      `The database lives in ${first.databaseDirectory}, because PostgreSQL's user cannot reach ${dataDir}.`,
    ]);
    await first.stop();
    // It is found again by another path, and after DATA_DIR became reachable.
    const moved = join(folder, "moved");
    await rename(dataDir, moved);
    const second = await open(moved, system, lines);
    expect(second.databaseDirectory).toBe(first.databaseDirectory);
    expect(lines).toHaveLength(1);
    await second.stop();
    await rm(system, { recursive: true });
    await expect(open(moved, system)).rejects.toThrow("which is gone; bring it back");
    expect(await readdir(moved)).toEqual(["postgres.location"]);
  });

  test("lets only PostgreSQL's user enter a DATA_DIR that only root may enter", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o700);
    const database = await open(folder, join(folder, "system"));
    expect(database.databaseDirectory).toBe(join(folder, "postgres"));
    expect(await stat(folder)).toMatchObject({ uid: 0, mode: 0o40710 });
    expect(await reaches(stranger, folder)).toBe(false);
    await database.stop();
  });

  test("refuses a database that its owner cannot reach", async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "data");
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    await (await open(dataDir, join(folder, "system"))).stop();
    await chmod(dataDir, 0o700);
    await expect(open(dataDir, join(folder, "system"))).rejects.toThrow("cannot be reached by the user");
    expect(await readdir(folder)).toEqual(["data"]);
  });

  test("copies binaries that PostgreSQL's user cannot reach once to a system folder", async () => {
    const folder = await temporaryFolder();
    const installed = await installedBinaries();
    const hidden = join(folder, "hidden");
    await mkdir(join(hidden, "bin"), { recursive: true });
    for (const name of ["postgres", "initdb"] as const) {
      await copyFile(program(installed, name), join(hidden, "bin", name));
    }
    await chmod(hidden, 0o700);
    const lines: string[] = [];
    const copy = () =>
      reachableBinaries(stranger, join(folder, "system"), (line) => lines.push(line), {
        root: hidden,
        version: "18.0.0",
      });
    const [one, two] = [await copy(), await copy()];
    expect(one).toEqual(two);
    expect(await reaches(stranger, join(one.root, "bin"))).toBe(true);
    expect(await readFile(program(one, "initdb"))).toEqual(await readFile(program(installed, "initdb")));
    expect(lines).toHaveLength(1);
  });

  test("root runs the database of an ordinary user as that user", async (context) => {
    if (!(await reaches(stranger, import.meta.dirname))) context.skip("their user cannot reach this folder");
    const folder = await temporaryFolder();
    const dataDir = join(folder, "data");
    await mkdir(dataDir);
    await chown(dataDir, stranger.uid, stranger.gid);
    const writer = new Writer(dataDir, { account: stranger });
    await writer.writes(5);
    await writer.end();
    expect(await postgresAccount(join(dataDir, "postgres"))).toEqual(stranger);
    await (await open(dataDir, join(folder, "system"))).stop();

    await chown(dataDir, 0, 0);
    const refused = new Writer(dataDir, { account: stranger });
    expect(await refused.says("refused")).toBe(`DATA_DIR ${dataDir} cannot be created or written (EACCES).`);
  });
});

describe.runIf(!root)("As an ordinary user", () => {
  test("PostgreSQL runs as the same user", async () => {
    expect(await postgresAccount("/nowhere")).toBeUndefined();
  });

  test("refuses a DATA_DIR that is not writable", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(open(join(folder, "data"), folder)).rejects.toThrow("cannot be created or written (EACCES)");
    await chmod(folder, 0o700);
    await writeFile(join(folder, "postgres.location"), join(folder, "gone"));
    await expect(open(folder, folder)).rejects.toThrow("which is gone; bring it back");
  });
});
