// A program in Stripe's place: the sandbox, and a hand at its dashboard.
//   provider.ts STATE-FOLDER PORT [WEBHOOK-SECRET of an endpoint that exists already]
import { startStripeSandbox } from "stripe-sandbox";
import { answerLines } from "./neighbour.ts";

const [dataDir = "", port = "", secret = ""] = process.argv.slice(2);
const sandbox = await startStripeSandbox({
  dataDir,
  port: Number(port),
  ...(secret !== "" && {
    webhook: { url: "https://localhost/api/stripe/webhook/", secret, events: ["customer.subscription.created"] },
  }),
});

async function call(path: string, body: Record<string, string>): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${sandbox.secretKey}` };
  const answer = await fetch(sandbox.url + path, { method: "POST", headers, body: new URLSearchParams(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** Somebody subscribes, of whom the service is told. @returns the answer's status; null: none */
async function sendEvent(): Promise<number | null> {
  const { id: customer } = await call("/v1/customers", { email: "somebody@example.jp" });
  const { id: card } = await call("/v1/payment_methods/pm_card_visa/attach", { customer });
  const price = sandbox.world.store.all("price").find(({ recurring }) => recurring !== null);
  await call("/v1/subscriptions", { customer, "items[0][price]": price?.id ?? "", default_payment_method: card });
  await sandbox.webhooks.idle();
  return sandbox.world.store.all("delivery").at(-1)?.status ?? null;
}

/** @returns the status of a call with a key */
async function tryKey(key = ""): Promise<number> {
  const answer = await fetch(`${sandbox.url}/v1/customers`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status;
}

await answerLines(async ([what = "", value]) => {
  switch (what) {
    case "key":
      return { secret: sandbox.secretKey };
    case "roll-key":
      return { secret: sandbox.rollKey(Number(value)) };
    case "roll-webhook-secret": {
      const [endpoint] = sandbox.world.store.all("webhook_endpoint");
      return { secret: sandbox.rollWebhookSecret(endpoint?.id ?? "", Number(value)) };
    }
    case "tax-ids": {
      // docs/stripe.md has the operator choose them in the dashboard.
      sandbox.simulate.setDefaultTaxIds(sandbox.world.store.all("tax_id").map(({ id }) => id));
      return {};
    }
    case "event":
      return { status: await sendEvent() };
    case "try-key":
      return { status: await tryKey(value) };
    default:
      throw new Error(`The provider knows no ${what}.`);
  }
});
await sandbox.close();
