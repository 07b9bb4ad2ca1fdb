import { randomBytes } from "node:crypto";
import { contract } from "@manabiya/contract";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { ENDPOINTS_MAX, FORMER_SECRET_HOURS } from "@manabiya/contract/webhooks/endpoints.ts";
import { recordChange } from "../audit/record.ts";
import type { Seal } from "../crypto/seal.ts";
import type { Database } from "../db/open.ts";
import { AppError, notFound, validationError } from "../errors/app-error.ts";
import { paginate, splitCount } from "../http/paging.ts";
import type { RouteContext } from "../http/route-context.ts";
import { countHit } from "../limits/rate-limiter.ts";
import type { CheckTarget } from "./post.ts";
import * as queries from "./queries.ts";
import { SEALED_FOR } from "./sender.ts";

const HOUR = 60 * 60 * 1000;
const SECRET_BYTES = 32;

interface WebhookContext extends RouteContext {
  seal: Seal;
  checkTarget: CheckTarget;
}

const REFUSALS = {
  no_host: "このホスト名は見つかりません。URLを確認してください。",
  private_address:
    "社内のネットワークやこのサーバー自身のURLには送信できません。インターネットに公開されたURLを入力してください。",
};

/** Addresses of other tools. The log of staff's work names the host alone: paths of such addresses are often secrets. */
export function webhookRoutes({ app, db, now, seal, checkTarget }: WebhookContext): void {
  const { list, create, update, remove, renewSecret, test, deliveries, resend } = contract.adminWebhooks;
  const at = () => new Date(now()).toISOString();
  const read = async () => ({ endpoints: await queries.listEndpoints(db, []) });
  const logged = ({ url, ...values }: { url: string; events: string[]; is_on: boolean }) => {
    return { host: new URL(url).host, ...values };
  };
  const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

  async function allow<B extends { url: string; events: string[] }>(body: B): Promise<B> {
    const refusal = await checkTarget(body.url);
    if (refusal !== null) throw validationError({ url: [REFUSALS[refusal]] });
    return { ...body, events: [...new Set(body.events)] };
  }

  async function lock(tx: Database, id: number) {
    const [endpoint] = await queries.lockEndpoint(tx, [id]);
    if (!endpoint) throw notFound("送信先");
    return endpoint;
  }

  app.answer(list, read);

  app.answer(create, async ({ body: given, currentUser }) => {
    const body = await allow(given);
    const secret = newSecret();
    await db.transaction(async (tx) => {
      const values = [body.url, body.events, seal.close(secret, SEALED_FOR), at(), body.is_on, ENDPOINTS_MAX];
      const [added] = await queries.insertEndpoint(tx, values);
      if (!added) throw new AppError(400, "too_many", `送信先は${ENDPOINTS_MAX}件まで登録できます。`);
      await recordChange(
        tx,
        { by: currentUser.id, action: "webhook.create", id: added.id, after: logged(body) },
        now(),
      );
    });
    return { ...(await read()), secret };
  });

  app.answer(update, async ({ params: { id }, body: given, currentUser }) => {
    const body = await allow(given);
    await db.transaction(async (tx) => {
      const before = await lock(tx, id);
      await queries.updateEndpoint(tx, [id, body.url, body.events, body.is_on, at()]);
      if (body.is_on && !before.is_on) await queries.sendWaitingNow(tx, [id, at(), true]);
      const values = { before: logged(before), after: logged(body) };
      await recordChange(tx, { by: currentUser.id, action: "webhook.update", id, ...values }, now());
    });
    return read();
  });

  app.answer(remove, async ({ params: { id }, currentUser }) => {
    await db.transaction(async (tx) => {
      const before = logged(await lock(tx, id));
      await queries.removeEndpoint(tx, [id]);
      await recordChange(tx, { by: currentUser.id, action: "webhook.delete", id, before }, now());
    });
    return read();
  });

  app.answer(renewSecret, async ({ params: { id }, currentUser }) => {
    const secret = newSecret();
    await db.transaction(async (tx) => {
      const { url } = await lock(tx, id);
      const until = new Date(now() + FORMER_SECRET_HOURS * HOUR).toISOString();
      await queries.replaceSecret(tx, [id, seal.close(secret, SEALED_FOR), until]);
      const after = { host: new URL(url).host };
      await recordChange(tx, { by: currentUser.id, action: "webhook.renew_secret", id, after }, now());
    });
    return { ...(await read()), secret };
  });

  app.answer(test, async ({ params: { id }, currentUser }) => {
    await countHit(db, "webhookTest", { member: currentUser.id }, now());
    const [sent] = await queries.insertTest(db, [id, at()]);
    if (!sent) throw notFound("送信先");
    return read();
  });

  app.answer(deliveries, async ({ url, params: { id }, query: { page } }) => {
    const { count, rows } = splitCount(await queries.listDeliveries(db, [id, (page - 1) * PAGE_SIZE, PAGE_SIZE]));
    return paginate(url, { page, size: PAGE_SIZE, count, results: rows });
  });

  app.answer(resend, async ({ params: { id }, currentUser }) =>
    db.transaction(async (tx) => {
      const [sent] = await queries.resend(tx, [id, at()]);
      if (!sent) throw notFound("通知");
      const { endpoint_id, ...delivery } = sent;
      const after = { type: delivery.type };
      await recordChange(tx, { by: currentUser.id, action: "webhook.resend", id: endpoint_id, after }, now());
      return delivery;
    }),
  );
}
