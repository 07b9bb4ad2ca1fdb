import { join } from "node:path";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import { type RunningServer, startServer } from "../server.ts";

type World = StripeSandbox["world"];

/**
 * Changes the sandbox's state like a person in the provider's dashboard, while the server is down. The server starts on
 * the same port, and sets prices up as `stripe-setup` does.
 */
export async function restartWith(
  server: RunningServer,
  dataDir: string,
  edit: (world: World) => void,
): Promise<RunningServer> {
  const { port } = new URL(server.address);
  await server.stop();
  const sandbox = await startStripeSandbox({ dataDir: join(dataDir, "sandbox") });
  sandbox.world.transact(null, () => edit(sandbox.world));
  await sandbox.close();
  return startServer({ DATA_DIR: dataDir, PORT: port });
}
