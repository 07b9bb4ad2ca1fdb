import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { contract } from "@manabiya/contract";
import type { Tools } from "@manabiya/contract/webhooks/tools.ts";
import {
  INSIDE,
  LOCAL_NAMES,
  MIXED,
  openInner,
  OUTSIDE,
  PRIVATE,
  REBOUND,
  REDIRECTS,
  SPELLINGS,
  UNKNOWN,
} from "@manabiya/server/test/testing/inner-addresses.ts";
import { openReceiver } from "@manabiya/server/test/testing/webhook-receiver.ts";
import pg from "pg";
import { signUp } from "../accounts.ts";
import { settingsFor } from "../internet.ts";
import { json, type Outcome, send, type Target } from "../target.ts";

const { addEndpoint, test } = contract.adminTools;
const PATIENCE = 60_000;

/** Names that lead inside, by what their name servers answer. */
const NAMES: Record<string, string[][]> = Object.fromEntries([
  ...PRIVATE.map((address, index) => [`private-${index}.example.com`, [[address]]]),
  ...MIXED.map((answer, index) => [`mixed-${index}.example.com`, [answer]]),
  ...["rebound", "rebound-to-database", "rebound-with-dot"].map((name) => [`${name}.example.com`, REBOUND]),
]);

/** Addresses, and addresses to which receivers redirect, of this machine and of its cloud: no message reaches them. */
export async function run(target: Target): Promise<Outcome> {
  const [inner, receiver, database] = [await openInner(), await openReceiver(), await openDatabase(target)];
  const { port } = inner;
  const databasePort = new URL(target.database.url).port;
  const targets = [
    ...[...SPELLINGS, ...LOCAL_NAMES, ...Object.keys(NAMES)].map((host) => `https://${host}:${port}/`),
    ...["127.0.0.1", "rebound-to-database.example.com"].map((host) => `https://${host}:${databasePort}/`),
    `https://rebound-with-dot.example.com.:${port}/`,
    `https://user:word@127.0.0.1:${port}/`,
    `https://receiver.example.com@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}\\@receiver.example.com/`,
    `https://127.0.0.1:${port}#@receiver.example.com/`,
  ];
  const locations = REDIRECTS.flatMap((status) =>
    ["127.0.0.1", "169.254.169.254"].map((host) => ({ status, location: `https://${host}:${port}/` })),
  );
  receiver.state.answer = (response) => {
    const { status, location } = locations[receiver.received.length % locations.length] ?? {
      status: 204,
      location: "",
    };
    response.writeHead(status, { location }).end();
  };
  const internet = { names: { ...NAMES, "receiver.example.com": [[OUTSIDE]] }, here: [OUTSIDE, ...PRIVATE], ports: {} };
  const server = await target.start({
    ...(await settingsFor(internet, receiver.authority, target)),
    DATABASE_URL: database.url,
  });
  try {
    const { access: token, id } = await signUp(server);
    await database.query("update users set is_staff = true, is_superuser = true where id = $1", [id]);
    const add = (url: string) =>
      send(server, addEndpoint.url, { body: { url, events: ["trial.ends"], is_on: true }, token });
    let taken = 0;
    for (const url of targets) {
      const answer = await add(url);
      if (answer.status !== 200) continue;
      if (!url.includes("rebound")) taken += 1;
      // The attack has succeeded, and there is room for ten addresses.
      if (taken > 2) break;
      const { endpoints } = json(answer) as Tools;
      await send(server, test.url.replace(":id", String(endpoints.at(-1)?.id)), { method: "POST", token });
    }
    const known = await add(receiver.url);
    if (known.status !== 200) throw new Error(`receiver: ${known.text}`);
    // As if each had passed the check, which its name server may have deceived.
    await database.query(
      `with one as (select * from webhook_endpoints order by id desc limit 1),
            added as (insert into webhook_endpoints (url, events, secret, on_since)
                      select address, events, secret, on_since from one, unnest($1::text[]) as address returning id)
       insert into webhook_deliveries (endpoint_id, event_id, type, data, at, due_at)
       select id, gen_random_uuid(), 'webhook.test', '{}', now(), now() from added`,
      [[...targets, ...locations.map(() => receiver.url)]],
    );
    const sent = await attempted(database);
    if (receiver.received.length < locations.length) throw new Error("the receiver gets no message");
    const isRefused = ({ url, status, answer }: Attempted) =>
      url === receiver.url ? status !== null && status >= 300 : status === null && [INSIDE, UNKNOWN].includes(answer);
    const reached = sent.filter((each) => !isRefused(each));
    return { attempts: targets.length + sent.length, succeeded: taken + Math.max(reached.length, inner.count()) };
  } finally {
    await server.stop();
    await database.close();
    await receiver.close();
    inner.close();
  }
}

/** Of its own, because the servers of the other attacks deliver messages, too. The server makes its tables. */
async function openDatabase({ database }: Target) {
  const name = `webhooks_${randomUUID().slice(0, 8)}`;
  const url = database.url.replace(/[^/]+$/, name);
  await database.db.query({ text: `create database ${name}` });
  const pool = new pg.Pool({ connectionString: url }).on("error", () => {
    // The end of the database breaks connections that are still closing.
  });
  return {
    url,
    query: <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => pool.query<Row>(text, values),
    close: async () => {
      await pool.end();
      await database.db.query({ text: `drop database ${name} with (force)` });
    },
  };
}

interface Attempted {
  url: string;
  attempts: number;
  status: number | null;
  answer: string;
}

/** Waits until each message was tried. */
async function attempted({ query }: Awaited<ReturnType<typeof openDatabase>>): Promise<Attempted[]> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(100)) {
    const { rows } = await query<Attempted>(
      "select url, attempts, status, answer from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id",
    );
    if (rows.every(({ attempts }) => attempts > 0)) return rows;
  }
  throw new Error("messages to other tools are not sent");
}
