import { once } from "node:events";
import { chownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { fileURLToPath } from "node:url";
import { copyFiles, type Drill } from "./drill.ts";
import { ADDRESSES, APPLICATIONS, DATABASES, NAMES } from "./six-machines.ts";
import { Visitors } from "./visitors.ts";
import { nameOf, whole } from "./whole.ts";

/** The user of the service, as docs/cluster.md names it to the NFS server. */
const SERVICE_USER = 880;

interface Installed {
  /** The members of the database. */
  table: string;
  visitors: Visitors;
  certificate: string;
}

/** Installs all machines. @returns null after a command failed */
export async function install(drill: Drill): Promise<Installed | null> {
  const { machines, operator } = drill;
  await machines.start();
  await operator.executeAtDesk("draft");
  for (const name of NAMES) copyFiles(drill, name);
  for (const name of DATABASES) await operator.execute("database", name);
  await operator.execute("look", "node2");
  if (operator.failed.length > 0) return null;
  const table = await whole(drill);
  await fillDatabase(drill);
  chownSync(machines.media, SERVICE_USER, SERVICE_USER);
  await Promise.all(APPLICATIONS.map((name) => operator.execute("application", name)));
  if (operator.failed.length > 0) return null;
  await operator.execute("superuser", "application1");
  await operator.execute("front", "front");
  for (const name of NAMES) await operator.execute("doors", name);
  if (operator.failed.length > 0) return null;
  const certificate = machines.at("front").read("/etc/manabiya/tls/fullchain.pem");
  // As if an authority had signed it.
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  return { table, visitors: await Visitors.arrive("https://localhost"), certificate };
}

const FILL = fileURLToPath(new URL("fill.ts", import.meta.url));

/** Before an application keeps the catalogue in memory. */
async function fillDatabase(drill: Drill): Promise<void> {
  const settings = readFileSync(join(drill.desk.settings, "manabiya.env"), "utf8");
  const [, url = ""] = /^DATABASE_URL=(.*)$/m.exec(settings) ?? [];
  const primary = ADDRESSES[await nameOf(drill, "Leader")];
  // The certificate names the HAProxy that an application uses.
  const pinned = `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${join(drill.desk.settings, "database.pem")}`;
  const direct = { DATABASE_URL: `${url.replace("127.0.0.1:5000", `${primary}:5432`).replace(/\?.*/, "")}?${pinned}` };
  const filling = drill.machines.at("application1").startNeighbour([process.execPath, FILL], direct);
  const [code] = (await once(filling, "exit")) as [number | null];
  if (code !== 0) throw new Error("The database could not be filled.");
}
