import { createHmac } from "node:crypto";
import { WEBHOOK_SECRET } from "../range.ts";
import { type Outcome, type Target } from "../target.ts";

const TYPES = ["customer.subscription.updated", "invoice.paid", "checkout.session.completed", "charge.dispute.created"];

const OBJECTS: unknown[] = [
  null,
  undefined,
  [],
  7,
  "text",
  {},
  { id: null },
  { id: "sub_\0", customer: "cus_\0" },
  { id: "sub_1", customer: { id: "cus_\0" } },
  { id: "dp_1", charge: "ch_\0" },
  { object: "subscription", id: "sub_1", customer: null },
  { object: "subscription", id: "sub_1", customer: "cus_\0" },
  { object: "dispute", id: "dp_1", status: "lost", charge: "ch_\0", amount: 1 },
];

/** Signed messages of the provider with strange objects must not be answered with 500. */
export async function run(target: Target): Promise<Outcome> {
  const messages = TYPES.flatMap((type, kind) =>
    OBJECTS.flatMap((object, index) => [
      { id: `evt_${kind}_${index}`, object: "event", type, created: 1, data: { object } },
      { id: `evt_\0${kind}_${index}`, object: "event", type, created: 1, data: { object } },
      { id: `evt_bare_${kind}_${index}`, object: "event", type, created: 1 },
    ]),
  );
  let errors = 0;
  for (const message of messages) {
    const body = JSON.stringify(message);
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", WEBHOOK_SECRET).update(`${time}.${body}`).digest("hex");
    const answer = await fetch(`${target.url}/api/stripe/webhook/`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` },
      body,
    });
    await answer.arrayBuffer();
    if (answer.status === 500) errors += 1;
    if (answer.status === 400 && /bad_signature/.test(answer.statusText)) throw new Error("the signature is wrong");
  }
  return { attempts: messages.length, succeeded: errors };
}
