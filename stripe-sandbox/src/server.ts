import { join } from "node:path";
import type { Delivery } from "./state/kinds.ts";
import { createSettler } from "./engine/due.ts";
import { answerApi, type ApiAnswer, type ApiRequest } from "./http/api.ts";
import { type Fault, Faults } from "./http/faults.ts";
import { listen } from "./http/listener.ts";
import { answerPage, isPage } from "./pages/answer.ts";
import { movePages } from "./pages/move-pages.ts";
import { createRehearsals, type Rehearsals } from "./rehearsals.ts";
import { Clock } from "./state/clock.ts";
import { deleteExpired } from "./state/delete-expired.ts";
import { newId } from "./state/ids.ts";
import { Store } from "./state/store.ts";
import { type AfterRetries, World } from "./state/world.ts";
import { WebhookSender } from "./webhooks/sender.ts";

export interface StripeSandboxOptions {
  /** Where the state is kept, so that it survives the process; null: in memory only. */
  dataDir: string | null;
  /** Milliseconds since 1970 on which the sandbox's clock stands. Default: real time. */
  now?: () => number;
  /** Port of the API on the loopback interface. Default: a free one. */
  port?: number;
  /** Where visitors see the pages, `http://localhost:3000`; default: the API's own address, which serves them too. */
  publicUrl?: string;
  /** Where the hosted invoice leads back to. Default: nowhere, as at Stripe. */
  homeUrl?: string;
  /** Where events go. Endpoints can be made through the API as well. */
  webhook?: { url: string; secret: string; events?: string[] };
  /** What follows the last failed retry of a renewal (days 1, 3, 5, 7). Default: `cancel`. */
  afterRetries?: AfterRetries;
}

export interface StripeSandbox {
  /** Of the API, for the SDK's host, port and protocol: `http://127.0.0.1:34567`. */
  url: string;
  /** `sk_test_…`, the only key that the API takes. Kept with the state. */
  secretKey: string;
  /** The secret of `options.webhook`. */
  webhookSecret: string | null;
  clock: SandboxClock;
  webhooks: WebhookSender;
  faults: Faults;
  rehearsals: Rehearsals;
  /** For the control page. */
  world: World;
  /** Answers a request for a page, below `/sandbox/stripe/`. */
  answerPage: (request: ApiRequest) => ApiAnswer;
  /** Where pages are seen from now on; addresses given out before follow. */
  setPublicUrl: (url: string) => void;
  /** Where events are sent from now on. */
  setWebhook: (webhook: { url: string; secret: string; events?: string[] }) => void;
  close: () => Promise<void>;
}

export interface SandboxClock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds that it is ahead of real time. */
  ahead: () => number;
  /** Moves the clock and does everything that falls due on the way, in order of time. */
  advance: (ms: number) => void;
  /** @param instant milliseconds since 1970; in the past: nothing happens */
  advanceTo: (instant: number) => void;
  /** Does what has fallen due by itself. Every call of the API does it too. */
  settle: () => void;
}

export type { Delivery, Fault };

const OPTION_ENDPOINT = "we_sandbox";
/** Milliseconds of real time between looks at what has fallen due. */
const TICK = 1_000;

/**
 * Starts the card provider's sandbox: a server on the loopback interface that speaks the part of Stripe's API which
 * a subscription service calls. See README.md beside this file for calls, cards and what is simpler than at Stripe.
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const store = new Store(options.dataDir === null ? null : join(options.dataDir, "stripe-sandbox.jsonl"));
  const clock = new Clock(store, options.now ?? Date.now);
  const world = new World(store, () => clock.now(), {
    afterRetries: options.afterRetries ?? "cancel",
    publicUrl: options.publicUrl ?? "",
    homeUrl: options.homeUrl ?? null,
  });
  deleteExpired(world);
  const secretKey = keptKey(store);
  const settle = createSettler(world);
  const webhooks = new WebhookSender(world);
  const faults = new Faults();
  const servePage = (request: ApiRequest): ApiAnswer => {
    settle();
    return answerPage(world, request);
  };
  const listener = await listen(options.port ?? 0, faults, (request) => {
    if (isPage(request.url)) return servePage(request);
    settle();
    return answerApi(world, secretKey, request);
  });
  const url = `http://127.0.0.1:${listener.port}`;
  movePages(world, options.publicUrl ?? url);
  const setWebhook = (webhook: NonNullable<StripeSandboxOptions["webhook"]>): void =>
    keepEndpoint(world, webhook);
  if (options.webhook !== undefined) setWebhook(options.webhook);
  settle();
  webhooks.wake();
  const timer = setInterval(() => {
    settle();
    webhooks.wake();
  }, TICK).unref();
  const advance = (ms: number): void => {
    clock.move(ms);
    settle();
    webhooks.wake();
  };
  return {
    url,
    secretKey,
    webhookSecret: options.webhook?.secret ?? null,
    clock: {
      now: () => clock.now(),
      ahead: () => clock.offset(),
      advance,
      advanceTo: (instant) => advance(Math.max(0, instant - clock.now())),
      settle,
    },
    webhooks,
    faults,
    rehearsals: createRehearsals(world, settle),
    world,
    answerPage: servePage,
    setPublicUrl: (publicUrl) => movePages(world, publicUrl),
    setWebhook,
    close: async () => {
      clearInterval(timer);
      await listener.close();
      await webhooks.close();
      store.close();
    },
  };
}

/** Made once and kept, so that addresses and keys in use go on after a restart. */
function keptKey(store: Store): string {
  const id = "secret_key";
  const kept = store.get("setting", id)?.value;
  if (kept !== undefined) return kept;
  const key = newId("sk_test_sandbox");
  store.put("setting", { id, value: key });
  store.commit();
  return key;
}

function keepEndpoint(world: World, webhook: { url: string; secret: string; events?: string[] }): void {
  if (webhook.secret === "") throw new Error("The webhook secret is empty.");
  world.transact(null, () => {
    world.store.put("endpoint_secret", { id: OPTION_ENDPOINT, secret: webhook.secret });
    world.store.put("webhook_endpoint", {
      id: OPTION_ENDPOINT,
      object: "webhook_endpoint",
      api_version: null,
      application: null,
      created: world.seconds(),
      description: null,
      enabled_events: webhook.events ?? ["*"],
      livemode: false,
      metadata: {},
      status: "enabled",
      url: webhook.url,
    });
  });
}
