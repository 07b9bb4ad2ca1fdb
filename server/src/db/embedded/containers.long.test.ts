import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { openEmbedded } from "../embedded.ts";
import { migrate } from "../migrate.ts";
import { readPassword, superuser } from "./initialise.ts";

const root = new URL("../../../../", import.meta.url);
const read = (name: string) => readFile(new URL(name, root), "utf8");

interface Compose {
  services: Record<
    string,
    { image: string; build?: object; environment: Record<string, string>; volumes: string[]; ports?: string[] }
  >;
}
const compose = parse(await read("compose.yaml")) as Compose;
const dockerfile = await read("Dockerfile");

/** A version with all its numbers and the distribution, with a digest or without. */
const EXACT = /^[a-z][\w./-]*:\d+\.\d+(\.\d+)?-[a-z][\w.-]*(@sha256:[0-9a-f]{64})?$/;

/** Names of foreign images: those that a stage or a service begins with, and the syntax of the Dockerfile. */
function foreignImages(): string[] {
  const stages = [...dockerfile.matchAll(/^FROM\s+(\S+)(?:\s+AS\s+(\S+))?/gim)];
  const own = stages.map(([, , name]) => name);
  const copied = [...dockerfile.matchAll(/--from=(\S+)/g)].map(([, name = ""]) => name);
  const syntax = [...dockerfile.matchAll(/^#\s*syntax=(\S+)/gim)].map(([, name = ""]) => name);
  const services = Object.values(compose.services).flatMap(({ image, build }) => (build ? [] : [image]));
  return [...stages.map(([, name = ""]) => name), ...copied, ...syntax, ...services].filter(
    (name) => !own.includes(name),
  );
}

test("every image of the containers has an exact version, and Node's is the project's", async () => {
  expect(foreignImages().length).toBeGreaterThan(3);
  for (const name of foreignImages()) expect(name).toMatch(EXACT);
  const { devDependencies } = JSON.parse(await read("package.json")) as { devDependencies: { node: string } };
  for (const [, version] of dockerfile.matchAll(/node:([\d.]+)/g)) expect(version).toBe(devDependencies.node);
});

test("the Prometheus of the machine reaches the containers' metrics, and nobody else reaches a port", async () => {
  const scraped = parse(await read("monitoring/prometheus.yml")) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const [target = ""] = scraped.scrape_configs[0]?.static_configs[0]?.targets ?? [];
  const [, port = ""] = target.split(":");
  expect(compose.services["manabiya"]?.environment).toMatchObject({ METRICS_PORT: port, METRICS_HOST: "0.0.0.0" });
  const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
  expect(ports).toContain(`${target}:${port}`);
  expect(ports.filter((each) => !each.startsWith("127.0.0.1:"))).toEqual([]);
});

test("the containers' application connects as a role that is no superuser and owns only its database", async () => {
  const { manabiya, postgres } = compose.services;
  const url = new URL(manabiya?.environment["DATABASE_URL"]?.replace(/\$\{.*?\}/, "secret") ?? "");
  expect(url.username).not.toBe(postgres?.environment["POSTGRES_USER"] ?? "postgres");
  expect(manabiya?.environment["DATABASE_URL"]).not.toContain("SUPERUSER");
  const script = postgres?.volumes.find((volume) => volume.includes("/docker-entrypoint-initdb.d/"))?.split(":")[0];

  const dataDir = await mkdtemp(join(tmpdir(), "manabiya-role-"));
  const embedded = await openEmbedded({ dataDir, durable: false });
  onTestFinished(async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  });
  const password = await readPassword(embedded.databaseDirectory);
  const server = new pg.Client({ ...embedded.connection, user: superuser, password, database: "postgres" });
  await server.connect();
  onTestFinished(() => server.end());
  // The embedded server has a role `manabiya` already.
  const [, sql = ""] = /<<'SQL'\n\\getenv password \w+\n([^]*?)\nSQL/.exec(await read(script ?? "")) ?? [];
  const statements = sql.replaceAll("manabiya", "composed").replace(":'password'", "'secret'").split(";");
  expect(statements.length).toBeGreaterThan(2);
  for (const statement of statements) if (statement.trim() !== "") await server.query(statement);

  const connection = { ...embedded.connection, user: "composed", password: "secret", database: "composed" };
  await migrate(connection);
  const { rows } = await server.query(
    `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as may_more,
            (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
            (select array_agg(datname::text) from pg_database where datdba = r.oid) as databases
       from pg_roles r where rolname = 'composed'`,
  );
  expect(rows).toEqual([{ may_more: false, memberships: 0, databases: ["composed", "composed_scratch"] }]);
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  await expect(client.query("copy (select 1) to program 'true'")).rejects.toThrow(/permission denied/);
  await expect(client.query("select pg_read_file('/etc/hostname')")).rejects.toThrow(/permission denied/);
});
