import { randomBytes } from "node:crypto";
import { contract } from "@manabiya/contract";
import { ENDPOINTS_MAX, FORMER_SECRET_HOURS, KEYS_MAX, type Tools } from "@manabiya/contract/webhooks/tools.ts";
import { insertKey, KEY_PREFIX, removeKey } from "../accounts/sessions/api-keys.ts";
import { type Change, recordChange } from "../audit/record.ts";
import type { Seal } from "../crypto/seal.ts";
import { hashToken, newToken } from "../crypto/token.ts";
import type { Database } from "../db/open.ts";
import { AppError, only, validationError } from "../errors/app-error.ts";
import type { RouteContext } from "../http/route-context.ts";
import { countHit } from "../limits/rate-limiter.ts";
import type { Network } from "./post.ts";
import * as queries from "./queries.ts";
import { SEALED_FOR } from "./sender.ts";

const HOUR = 60 * 60 * 1000;
const SECRET_BYTES = 32;

type Target = Pick<Tools["endpoints"][number], "url" | "events" | "is_on">;

interface ToolsContext extends RouteContext {
  seal: Seal;
  checkTarget: Network["check"];
}

/** Other tools: what they hear of, and what they may read. */
export function toolRoutes({ app, db, now, seal, checkTarget }: ToolsContext): void {
  const calls = contract.adminTools;
  const at = (ms = now()) => new Date(ms).toISOString();

  const read = async (secret: string | null = null) => ({
    endpoints: await queries.listEndpoints(db, []),
    deliveries: await queries.listDeliveries(db, []),
    keys: await queries.listKeys(db, []),
    secret,
  });

  /** Changes and logs in one transaction. @param secret is shown in this answer alone */
  async function change(
    { by, secret }: { by: { id: number }; secret?: string },
    work: (tx: Database) => Promise<Omit<Change, "by">>,
  ) {
    await db.transaction(async (tx) => recordChange(tx, { by: by.id, ...(await work(tx)) }, now()));
    return read(secret);
  }

  /** The log names the host alone: paths of such addresses are often secrets. */
  const logged = ({ url, ...values }: Target) => ({ host: new URL(url).host, ...values });

  async function check<B extends Target>(body: B): Promise<B> {
    // Staff may switch it off because its name is gone.
    const refusal = body.is_on ? await checkTarget(body.url) : null;
    if (refusal !== null) throw validationError({ url: [refusal] });
    return { ...body, events: [...new Set(body.events)] };
  }

  const tooMany = (what: string, max: number) => new AppError(400, "too_many", `${what}は${max}件まで登録できます。`);
  const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

  app.answer(calls.read, () => read());

  app.answer(calls.addEndpoint, async ({ body: given, currentUser }) => {
    const body = await check(given);
    const secret = newSecret();
    const values = [body.url, body.events, seal.close(secret, SEALED_FOR), body.is_on ? at() : null, ENDPOINTS_MAX];
    return change({ by: currentUser, secret }, async (tx) => {
      const [added] = await queries.insertEndpoint(tx, values);
      if (!added) throw tooMany("送信先", ENDPOINTS_MAX);
      return { action: "webhook.create", id: added.id, after: logged(body) };
    });
  });

  app.answer(calls.updateEndpoint, async ({ params: { id }, body: given, currentUser }) => {
    const body = await check(given);
    return change({ by: currentUser }, async (tx) => {
      const values = [id, body.url, body.events, body.is_on ? at() : null];
      const before = only(await queries.updateEndpoint(tx, values), "送信先");
      if (body.is_on && !(before.is_on && before.url === body.url)) await queries.sendWaiting(tx, [id, at()]);
      return { action: "webhook.update", id, before: logged(before), after: logged(body) };
    });
  });

  app.answer(calls.removeEndpoint, ({ params: { id }, currentUser }) =>
    change({ by: currentUser }, async (tx) => {
      const before = only(await queries.removeEndpoint(tx, [id]), "送信先");
      return { action: "webhook.delete", id, before: logged(before) };
    }),
  );

  app.answer(calls.renewSecret, async ({ params: { id }, currentUser }) => {
    const secret = newSecret();
    const values = [id, seal.close(secret, SEALED_FOR), at(now() + FORMER_SECRET_HOURS * HOUR), at()];
    return change({ by: currentUser, secret }, async (tx) => {
      const { url } = only(await queries.replaceSecret(tx, values), "送信先");
      return { action: "webhook.renew_secret", id, after: { host: new URL(url).host } };
    });
  });

  app.answer(calls.test, async ({ params: { id }, currentUser }) => {
    await countHit(db, "webhookTest", { member: currentUser.id }, now());
    only(await queries.insertTest(db, [id, at()]), "送信先");
    // It would wait behind an earlier one that did not arrive.
    await queries.hasten(db, [id, at()]);
    return read();
  });

  app.answer(calls.resend, ({ params: { id }, currentUser }) =>
    change({ by: currentUser }, async (tx) => {
      const sent = only(await queries.resend(tx, [id, at()]), "通知");
      return { action: "webhook.resend", id: sent.endpoint_id, after: { type: sent.type } };
    }),
  );

  app.answer(calls.addKey, async ({ body: { name, scope }, currentUser }) => {
    const key = `${KEY_PREFIX}${newToken()}`;
    return change({ by: currentUser, secret: key }, async (tx) => {
      const [added] = await insertKey(tx, [currentUser.id, name, hashToken(key), scope, at(), KEYS_MAX]);
      if (!added) throw tooMany("APIキー", KEYS_MAX);
      return { action: "api_key.create", id: added.id, after: { name, scope } };
    });
  });

  app.answer(calls.revokeKey, ({ params: { id }, currentUser }) =>
    change({ by: currentUser }, async (tx) => {
      const before = only(await removeKey(tx, [id]), "APIキー");
      return { action: "api_key.delete", id, before };
    }),
  );
}
