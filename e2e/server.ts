import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../server/src/bin/main.ts", import.meta.url));
/** The compile cache of the project's commands saves a second of processor time per start. */
const COMPILED = fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url));

/** The variable with the folder of a stopped demo, of which a server without a DATA_DIR of its own starts with a copy. */
export const TEMPLATE = "DEMO_TEMPLATE";

export interface RunningServer {
  /** Such as "http://localhost:41234". */
  address: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Milliseconds; less than the fixtures' timeout, so that a server that never comes up is ended. */
const START_TIMEOUT = 80_000;

/** Starts the demo on a free port with its own data folder; `stop` ends the server and removes the folder. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-e2e-"));
  const template = process.env[TEMPLATE];
  if (template && !environment["DATA_DIR"]) {
    await cp(template, dataDir, { recursive: true });
    // When we are root, PostgreSQL's user must be able to enter it; its data is in a private folder inside.
    await chmod(dataDir, 0o711);
  }
  const server = spawn(process.execPath, [MAIN], {
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      DEMO: "1",
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Nobody listens there: no journey reaches the real hosts.
      VIDEO_HOSTS_URL: "http://127.0.0.1:9",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { address: await printedAddress(server), process: server, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function printedAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /http:\/\/localhost:\d+/.exec(printed);
      if (address) resolve(address[0]);
    };
    server.stdout?.on("data", read);
    server.stderr?.on("data", read);
    AbortSignal.timeout(START_TIMEOUT).addEventListener("abort", () =>
      reject(new Error(`The server did not start in time:\n${printed}`)),
    );
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
}
