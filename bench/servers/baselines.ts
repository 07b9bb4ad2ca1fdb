import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { end, printedAddress, type RunningServer } from "./server.ts";

export async function startBaselines(): Promise<RunningServer> {
  const script = fileURLToPath(new URL("./baselines-server.ts", import.meta.url));
  const server = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await printedAddress(server);
  return { url, pid: server.pid ?? 0, stop: () => end(server) };
}
