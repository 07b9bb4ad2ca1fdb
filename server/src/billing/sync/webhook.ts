import { contract } from "@manabiya/contract";
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { AppError } from "../../http/app-error.ts";
import { handleDisputeEvent } from "./disputes.ts";
import { claimEvent, EVENT_TYPES, finishEvent, releaseEvent } from "./events.ts";
import { type Billing, idOf, withProviderErrors } from "../provider/provider.ts";
import { syncSubscription } from "./sync.ts";

/** Seconds. */
const TOLERANCE = 300;

/** Bytes; an invoice can have many lines. */
const BODY_LIMIT = 512 * 1024;

/**
 * Receives the provider's events. An event only causes a sync; its content is not trusted (decisions/007).
 * @param secret never empty: `server/src/config/config.ts` refuses that
 */
export function webhookRoute(app: FastifyInstance, billing: Billing, secret: string): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.route({
      ...contract.stripe.webhook,
      bodyLimit: BODY_LIMIT,
      handler: async ({ body, headers }) => {
        const event = verify(billing, { body, signature: headers["stripe-signature"], secret });
        if (EVENT_TYPES.some((type) => type === event.type)) await receive(billing, event);
        return { received: true };
      },
    });
  });
}

interface Delivery {
  body: unknown;
  signature: string | string[] | undefined;
  secret: string;
}

/** @throws 400 when the signature is missing, expired or does not match the body */
function verify({ stripe, now }: Billing, { body, signature, secret }: Delivery): Stripe.Event {
  const refused = new AppError(400, "bad_signature", "署名が正しくありません。");
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw refused;
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now());
  } catch {
    throw refused;
  }
}

async function receive(billing: Billing, event: Stripe.Event): Promise<void> {
  const { db, now } = billing;
  const customerId = customerOf(event);
  if (!(await claimEvent(db, { id: event.id, type: event.type, customerId }, now()))) return;
  try {
    await withProviderErrors("決済サービスの情報を読み込めませんでした。", async () => {
      const disputedBy = await handleDisputeEvent(billing, event);
      const customer = customerId ?? disputedBy;
      if (customer !== null) await syncSubscription(billing, customer);
    });
    await finishEvent(db, event.id);
  } catch (error) {
    await releaseEvent(db, event.id).catch(() => {});
    throw error;
  }
}

function customerOf(event: Stripe.Event): string | null {
  const object = event.data.object as { object: string; id: string; customer?: string | { id: string } | null };
  return object.object === "customer" ? object.id : idOf(object.customer ?? null);
}
