import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";

/** Runs the scripts of `deploy/shared/` as their systemd units do, with a repository of restic in a folder. */
export class Scripts {
  readonly folder: string;
  readonly #environment: Record<string, string>;

  private constructor(folder: string, environment: Record<string, string>) {
    this.folder = folder;
    this.#environment = environment;
  }

  /** @param settings of the service and its database */
  static async make(folder: string, settings: Record<string, string>): Promise<Scripts> {
    const backups = join(folder, "backups");
    await mkdir(backups, { mode: 0o711 });
    const key = join(folder, "restic.key");
    await writeFile(key, "the drill's key", { mode: 0o600 });
    const scripts = new Scripts(backups, {
      ...settings,
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      HOME: folder,
      BACKUP_FOLDER: backups,
      RESTIC_REPOSITORY: join(folder, "repository"),
      RESTIC_PASSWORD_FILE: key,
      RESTIC_CACHE_DIR: join(folder, "cache"),
    });
    await scripts.restic("init");
    return scripts;
  }

  async run(script: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    return this.#spawn(`${root}deploy/shared/${script}`, args);
  }

  /** @throws with the output when the script fails */
  async right(script: string, ...args: string[]): Promise<string> {
    return right(script, await this.run(script, ...args));
  }

  async restic(...args: string[]): Promise<string> {
    return right("restic", await this.#spawn("restic", args));
  }

  async #spawn(command: string, args: string[]) {
    const began = performance.now();
    const child = spawn(command, args, { env: this.#environment, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, "close")) as [number | null];
    console.log(`${command.replace(root, "")} ${args.join(" ")}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { code, output };
  }
}

function right(what: string, { code, output }: { code: number | null; output: string }): string {
  if (code !== 0) throw new Error(`${what} ended with ${code}:\n${output}`);
  return output;
}
