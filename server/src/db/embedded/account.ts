import { execFile } from "node:child_process";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../../errors/operator-error.ts";

const run = promisify(execFile);

/** A user of the operating system. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const ownName = "manabiya";

/**
 * The user that runs PostgreSQL, which refuses root. For root this is the owner of an existing database folder, else the
 * system user `manabiya` (created if possible), else `postgres` or `nobody`. Undefined: the process's own user.
 * @throws OperatorError when there is no such user
 */
export async function postgresAccount(databaseDirectory: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const folder = await stat(databaseDirectory).catch(() => undefined);
  if (folder && folder.uid !== 0) return { uid: folder.uid, gid: folder.gid };
  const own = (await lookUp(ownName)) ?? (await create(ownName));
  const account = own ?? (await lookUp("postgres")) ?? (await lookUp("nobody"));
  if (!account) {
    throw new OperatorError(
      "PostgreSQL refuses to run as root and there is no other user here; start Manabiya as an ordinary user or set DATABASE_URL.",
    );
  }
  return account;
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [user, group] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(user.stdout), gid: Number(group.stdout) };
  } catch {
    return undefined;
  }
}

async function create(name: string): Promise<Account | undefined> {
  try {
    await run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  } catch {
    // Several starts may create it at once; the look-up below decides.
  }
  return lookUp(name);
}

/** Whether `account` may enter `directory`, by the permission bits of it and of its ancestors. */
export async function reaches(account: Account, directory: string): Promise<boolean> {
  for (let path = directory; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/** Changes the owner of `path` and everything below it, of links and not of what they lead to. */
export async function changeOwner(account: Account | undefined, path: string): Promise<void> {
  if (account) await run("chown", ["-hR", `${account.uid}:${account.gid}`, path]);
}

/** Creates a folder that every user may enter, whatever the umask. */
export async function makeOpenFolder(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o755);
}

/** Lets every user read `path` and everything below it, and execute what its owner may execute. */
export async function makeReadable(path: string): Promise<void> {
  await run("chmod", ["-R", "go+rX", path]);
}
