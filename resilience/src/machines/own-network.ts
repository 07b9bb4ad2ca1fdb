import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Finding, report } from "../finding.ts";
import { temporaryFolder } from "../service.ts";
import { needPackages } from "./packages.ts";

/** The drill's folder, for the process inside the namespaces. */
const FOLDER = "PROVE_FOLDER";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The folder of a drill that runs in a network of its own. It is removed with the drill. */
export function drillFolder(): string {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error("This drill runs in a network of its own.");
  return folder;
}

/** Variables that lead to things which a drill fetched before it has a network of its own alone. */
interface Prepared {
  environment: NodeJS.ProcessEnv;
  cleanUp(): void;
}

interface Drill {
  /** Debian's packages by a file of each. They are installed outside: a network of one's own leads nowhere. */
  PACKAGES?: Record<string, string>;
  prepare?(): Promise<Prepared>;
  runDrill(args: string[]): Promise<Finding[]>;
}

/**
 * Runs a drill in namespaces of its own for network, processes and mounts. No port can be taken, no frame leaves the
 * machine, and no process outlives the drill. They need root.
 */
export function inOwnNetwork(name: string, load: () => Promise<Drill>) {
  return async (args: string[]): Promise<number> => {
    const { PACKAGES, prepare, runDrill } = await load();
    if (process.env[FOLDER] !== undefined) return report(await runDrill(args));
    if (process.getuid?.() !== 0) throw new Error("This drill makes network namespaces: run it as root.");
    await needPackages({ ...PACKAGES, iproute2: "/usr/sbin/ip" });
    const folder = await temporaryFolder();
    const prepared = await prepare?.();
    try {
      // The shell is process 1 of its namespace and collects what daemons leave behind; Node would not.
      const inner = ["sh", "-c", '"$@"; exit $?', "sh", process.execPath, MAIN, name, ...args];
      const child = spawn("unshare", ["--net", "--pid", "--fork", "--kill-child", "--mount-proc", ...inner], {
        env: { ...process.env, ...prepared?.environment, [FOLDER]: folder },
        stdio: "inherit",
      });
      const [code] = (await once(child, "exit")) as [number | null];
      return code ?? 1;
    } finally {
      prepared?.cleanUp();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  };
}
