import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Finding, none } from "../../finding.ts";
import { runProgram } from "../../service.ts";
import type { Pgbouncer } from "./pgbouncer.ts";
import type { Ground, Way } from "./ground.ts";
import { settingsOf, startServing } from "./server.ts";

type Run = { code: number | null; output: string };

/** Operators' commands through the pooler: each must do its work there. */
export async function tryCommands(ground: Ground, way: Way, pooler: Pgbouncer): Promise<Finding[]> {
  const { database, folder } = ground;
  const files = join(folder, `commands-${way}`);
  await mkdir(files);
  const through = (name: string) => {
    const url = new URL(pooler.url);
    url.pathname = `/${name}`;
    return settingsOf(url.href, way, files);
  };
  const source = through(new URL(database.url).pathname.slice(1));
  const [restored, fresh] = [`restored_${way}`, `fresh_${way}`];
  for (const name of [restored, fresh]) {
    await database.db.query({ text: `create database ${name} template template0 encoding 'UTF8'` });
  }
  const backup = join(files, "backup");
  const server = await startServing(pooler.url, way, folder);
  const taken = await runProgram("backup", ["--to", backup], source);
  const served = await runProgram("restore", ["--from", backup, "--replace"], source);
  await server.stop();
  const loaded = await runProgram("restore", ["--from", backup], through(restored));
  const again = await runProgram("backup", ["--to", join(files, "again")], through(restored));
  // Two at once take turns.
  const migrated = await Promise.all([0, 1, 2].map(() => runProgram("migrate", [], through(fresh))));
  const owner = ["create-superuser", "--email", `${way}@example.com`, "--name", "管理者"];
  const created = await runProgram("manage", owner, through(fresh), "a password of the drill\n");
  const exported = await runProgram("backup", ["--to", join(files, "open"), "--open"], source);
  return [
    done(`${way}: backup while the server runs`, taken),
    {
      what: `${way}: restore into a database that a server uses`,
      figure: lastLine(served),
      goal: "refused",
      holds: served.code === 1 && served.output.includes("A server is using this database"),
    },
    done(`${way}: restore`, loaded),
    {
      what: `${way}: rows of the restored database beside those of the source`,
      figure: rowsOf(again),
      goal: rowsOf(taken),
      holds: rowsOf(again) === rowsOf(taken) && rowsOf(taken) !== "",
    },
    ...migrated.map((run, number) => done(`${way}: migration ${number + 1} of three at once`, run)),
    done(`${way}: manage create-superuser`, created),
    done(`${way}: open export`, exported),
    none(`${way}: settings of the commands that other clients find`, await leftBehind(pooler.url)),
  ];
}

const done = (what: string, { code, output }: Run): Finding => ({
  what,
  figure: code === 0 ? "done" : output.trim().slice(-300),
  goal: "done",
  holds: code === 0,
});

const lastLine = ({ output }: Run) => output.trimEnd().split("\n").at(-1) ?? "";
const rowsOf = ({ output }: Run) => /^[\d,]+ rows/m.exec(output)?.[0] ?? "";

/** The role's own setting, which commands replace for themselves. */
export const IDLE = "77s";

/** Commands set what a COPY needs. A client after them must not find it on its server connection. */
async function leftBehind(connectionString: string): Promise<string[]> {
  const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString }));
  try {
    for (const client of clients) await client.connect();
    const found = await Promise.all(
      clients.map(async (client) => {
        const text = "select pg_sleep(0.2), current_setting('idle_in_transaction_session_timeout') as idle";
        return (await client.query<{ idle: string }>(text)).rows[0]?.idle;
      }),
    );
    return found.filter((idle) => idle !== IDLE).map(String);
  } finally {
    for (const client of clients) await client.end();
  }
}
