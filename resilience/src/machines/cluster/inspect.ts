import { tryDeletions } from "../kit/deletions.ts";
import { ask, type Drill } from "./drill.ts";
import type { Seen } from "./judge.ts";
import { APPLICATIONS, NAMES, type Name } from "./six-machines.ts";

/** The certificate of the first days, as if an authority had signed it. */
const AUTHORITY = "/usr/local/share/first-certificate.pem";

/** Looks at what the installation left on the machines, and installs all of them again. */
export async function inspect(
  drill: Drill,
  certificate: string,
): Promise<Pick<Seen, "check" | "deletions" | "rewritten" | "settings" | "owners" | "fourth" | "refusal">> {
  const { machines, operator } = drill;
  await operator.executeAsOne("nightly", "application1");
  const deletions = await tryDeletions(machines.at("application1"));
  machines.at("application1").write(AUTHORITY, certificate);
  const check = await operator.executeAsOne("check", "application1", `NODE_EXTRA_CA_CERTS=${AUTHORITY}`);
  const digest = (name: Name) => ask(drill, name, "sha256sum /etc/manabiya/manabiya.env");
  return {
    check,
    deletions,
    rewritten: (await Promise.all(NAMES.map((name) => installAgain(drill, name)))).flat(),
    settings: (await Promise.all(APPLICATIONS.map(digest))).flat(),
    owners: await ownersOf(drill),
    fourth: await fourthMachine(drill),
    refusal: await editOnOneMachine(drill),
  };
}

/** Edits the settings where the operator should not. @returns the last line of the script */
async function editOnOneMachine(drill: Drill): Promise<string> {
  const own = "/etc/manabiya/manabiya.env";
  const script = `manabiya-${drill.version}/deploy/cluster/install application 2>&1`;
  const lines = await ask(
    drill,
    "application2",
    `echo LOG_LEVEL=debug >> ${own}; ${script}; cat manabiya.env > ${own}`,
  );
  return lines.at(-1) ?? "";
}

/** HAProxy's lines about a fourth application machine, after HAProxy has accepted the file. */
function fourthMachine(drill: Drill): Promise<string[]> {
  const addresses = [1, 2, 3, 4].map((number) => `APPLICATION_${number}=10.0.0.2${number}:3000`).join(" ");
  const make = ". roles/front.sh && for_machines 4 haproxy-application.cfg > /tmp/template";
  const render = `../shared/render /tmp/template ${addresses} CONCURRENT=256 > /tmp/haproxy.cfg`;
  const look = "haproxy -c -q -f /tmp/haproxy.cfg && grep machine4 /tmp/haproxy.cfg";
  return ask(drill, "front", `cd manabiya-${drill.version}/deploy/cluster && ${make} && ${render} && ${look}`);
}

/** @returns the lines about files that it wrote */
async function installAgain(drill: Drill, name: Name): Promise<string[]> {
  const role = name === "front" ? "front" : name.startsWith("node") ? "database" : "application";
  const lines = await ask(drill, name, `manabiya-${drill.version}/deploy/cluster/install ${role} 2>&1`);
  if (!lines.some((line) => line.startsWith("install: done"))) return [`${name}: ${lines.slice(-3).join("; ")}`];
  return lines.filter((line) => line.includes("wrote")).map((line) => `${name}: ${line}`);
}

async function ownersOf(drill: Drill): Promise<string[]> {
  const stat = "stat --format '%a %U %n'";
  const main = (unit: string) => `main=$(systemctl show --property MainPID --value ${unit})`;
  const server = `${main("manabiya")}; stat --format '%U runs the server' /proc/$main`;
  const worker = "$(cut -d ' ' -f 1 /proc/$main/task/$main/children)";
  const proxy = `${main("haproxy")}; stat --format '%U runs the proxy' /proc/${worker}`;
  return [
    ...(await ask(drill, "application2", `${stat} /etc/manabiya/{manabiya,machine}.env; ${server}`)),
    ...(await ask(drill, "node1", `${stat} /etc/patroni/config.yml /etc/manabiya/database.env`)),
    ...(await ask(drill, "front", `${stat} /etc/manabiya/tls; ${proxy}`)),
  ];
}
