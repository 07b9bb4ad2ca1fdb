import { contract } from "@manabiya/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../errors/app-error.ts";
import { unsettledGifts } from "../checkout/attempts.ts";
import { checkAttempt } from "../checkout/check-attempt.ts";
import { recordDispute, findMember, payerOf } from "./disputes.ts";
import { claimEvent, finishEvent, releaseEvent } from "./events.ts";
import { type Billing, withProviderErrors } from "../provider/provider.ts";
import { type IgnoredEvent, readEvent, type ReceivedEvent, type Warning } from "./received-event.ts";
import { syncSubscription } from "./sync.ts";
import { reportUnknownCustomer } from "./unknown-customer.ts";
import { alertStaff } from "../alerts.ts";

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
        const event = readEvent(verify(billing, { body, signature: headers["stripe-signature"], secret }));
        if (event === null) throw new AppError(400, "bad_request", "イベントの形式が正しくありません。");
        if ("ignored" in event) warnOfShape(billing, event);
        else await receive(billing, event);
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

/** @returns the body @throws 400 when the signature is missing, expired or does not match the body */
function verify({ stripe, now }: Billing, { body, signature, secret }: Delivery): string {
  const refused = new AppError(400, "bad_signature", "署名が正しくありません。");
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw refused;
  try {
    const isValid = stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE, undefined, now());
    if (isValid !== true) throw refused;
  } catch {
    throw refused;
  }
  return body.toString();
}

/** An error would make the provider repeat for days what no repetition improves. */
function warnOfShape({ log }: Billing, { id, type, ignored }: IgnoredEvent): void {
  if (ignored === "shape") log.warn({ event: id, type }, "event not understood");
}

async function receive(billing: Billing, event: ReceivedEvent): Promise<void> {
  const { db, now } = billing;
  const { customerId, dispute, warning } = event;
  const claimed = await claimEvent(db, event, now());
  if (claimed === null) return;
  try {
    await withProviderErrors("決済サービスの情報を読み込めませんでした。", async () => {
      if (warning) await recordWarning(billing, warning);
      const disputedBy = dispute && (await recordDispute(billing, dispute));
      const customer = customerId ?? disputedBy;
      if (customer === null) return;
      if ((await syncSubscription(billing, customer)) === null) await reportUnknownCustomer(billing, customer);
      for (const gift of await unsettledGifts(db, [customer])) await checkAttempt(billing, gift);
    });
    await finishEvent(db, claimed);
  } catch (error) {
    await releaseEvent(db, claimed).catch(() => {});
    throw error;
  }
}

/**
 * Alerts staff, once, about a payment of ours that a bank takes for fraud, or about a refund that came back. The subject
 * begins with the charge, whose page at the provider the alert links to.
 */
async function recordWarning(billing: Billing, warning: Warning): Promise<void> {
  const { charge } = warning;
  // A charge that is refunded or disputed already needs no refund.
  if (charge === null || warning.actionable === false) return;
  const payer = await payerOf(billing, charge);
  if (payer === "of another shop") return;
  const { db, now } = billing;
  const userId = await findMember(db, payer.customer);
  const isFraud = warning.object === "radar.early_fraud_warning";
  const message = isFraud
    ? `カード会社が、支払い（${charge}）を不正利用の疑いと連絡してきました。異議申し立てを受ける前に、会員のページのお支払いから返金することをご検討ください。`
    : `支払い（${charge}）の返金が、カード会社から戻されました。会員に連絡し、別の方法で返金してください。`;
  const alert = isFraud
    ? { kind: "early_fraud_warning", about: charge }
    : { kind: "failed_refund", about: `${charge}:${warning.id}` };
  await alertStaff(db, { ...alert, message, userId }, now());
}
