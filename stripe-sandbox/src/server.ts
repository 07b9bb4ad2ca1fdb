import { join } from "node:path";
import type { Delivery } from "./state/kinds.ts";
import { ACCOUNT, loadAccountId } from "./api/account.ts";
import { createSettler } from "./engine/due.ts";
import { answerApi, type ApiAnswer, type ApiRequest } from "./http/api.ts";
import { type InjectedFailure, FailureInjector } from "./http/failures.ts";
import { listen } from "./http/listener.ts";
import { answerPage, isPage } from "./pages/answer.ts";
import { setPublicUrl } from "./pages/public-url.ts";
import { createSimulator, type Simulator } from "./simulate.ts";
import { Clock } from "./state/clock.ts";
import { deleteExpired } from "./state/delete-expired.ts";
import { newId } from "./state/ids.ts";
import { ACCOUNT_KEY, rollSecret } from "./state/rolled-secrets.ts";
import { Store } from "./state/store.ts";
import { type AccountProfile, type AfterRetries, API_VERSION, type CardUpdates, World } from "./state/world.ts";
import { WebhookSender } from "./webhooks.ts";

interface WebhookTarget {
  url: string;
  secret: string;
  /** Event types. Default: all. */
  events?: string[];
}

export interface StripeSandboxOptions {
  /** The folder of the state file; null: the state is in memory only. */
  dataDir: string | null;
  /** The base of the sandbox's clock, milliseconds since 1970. Default: real time. */
  now?: () => number;
  /** Port of the API on the loopback interface. Default: a free one. */
  port?: number;
  /** Origin of the pages, such as `http://localhost:3000`. Default: the API's own, which serves them too. */
  publicUrl?: string;
  /** The back link of the hosted invoice. Default: none, as at Stripe. */
  homeUrl?: string;
  /** The seller on invoices and receipts. Default: `Stripe sandbox`. */
  accountName?: string;
  /** The account as the dashboard shows it. Default: a complete Japanese account. */
  account?: Partial<AccountProfile>;
  /** Is called with each API request before it is answered. */
  onRequest?: (request: ApiRequest) => void;
  /** The first webhook endpoint. The API can create further ones. */
  webhook?: WebhookTarget;
  /** The subscription after the last failed retry of a renewal (days 1, 3, 5, 7). Default: `cancel`. */
  afterRetries?: AfterRetries;
  /** The place of a card that the customer enters. Default: `subscription`. */
  cardUpdates?: CardUpdates;
}

export interface StripeSandbox {
  /** The API's origin, such as `http://127.0.0.1:34567`. */
  url: string;
  /** The key that the API accepts, `sk_test_…`. It is stored with the state. */
  readonly secretKey: string;
  /** The secret of `options.webhook`. */
  webhookSecret: string | null;
  clock: SandboxClock;
  webhooks: WebhookSender;
  failures: FailureInjector;
  simulate: Simulator;
  /** The internal state. */
  world: World;
  /** Answers a request for a page below `/sandbox/stripe/`. */
  answerPage: (request: ApiRequest) => ApiAnswer;
  /** Moves the pages to another origin; addresses that were issued before are rewritten. */
  setPublicUrl: (url: string) => void;
  /** Replaces the endpoint of `options.webhook`. */
  setWebhook: (webhook: WebhookTarget) => void;
  /**
   * Replaces the key, as the dashboard's "Roll key" does.
   * @param overlap milliseconds by the sandbox's clock for which the API still accepts the replaced key
   * @returns the new key
   */
  rollKey: (overlap: number) => string;
  /**
   * Replaces an endpoint's secret, as the dashboard's "Roll secret" does.
   * @param overlap milliseconds by the sandbox's clock for which deliveries have a signature by the replaced secret, too
   * @returns the new secret
   */
  rollWebhookSecret: (endpoint: string, overlap: number) => string;
  close: () => Promise<void>;
}

interface SandboxClock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds that the clock is ahead of its base. */
  ahead: () => number;
  /** Moves the clock forward and runs everything that falls due on the way, in order of time. */
  advance: (ms: number) => void;
  /** @param instant milliseconds since 1970; an instant in the past changes nothing */
  advanceTo: (instant: number) => void;
  /** Runs what is due. Every API call does so too. */
  settle: () => void;
}

export type { Delivery, InjectedFailure };

const OPTION_ENDPOINT = "we_sandbox";
/** Milliseconds of real time between checks for due work. */
const TICK = 1_000;

/** Starts the server. README.md of this workspace lists calls, cards and differences from Stripe. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const store = new Store(options.dataDir === null ? null : join(options.dataDir, "stripe-sandbox.jsonl"));
  const clock = new Clock(store, options.now ?? Date.now);
  const world = new World(store, () => clock.now(), {
    afterRetries: options.afterRetries ?? "cancel",
    cardUpdates: options.cardUpdates ?? "subscription",
    accountId: loadAccountId(store),
    accountName: options.accountName ?? "Stripe sandbox",
    account: { ...ACCOUNT, ...options.account },
    publicUrl: options.publicUrl ?? "",
    homeUrl: options.homeUrl ?? null,
  });
  deleteExpired(world);
  let secretKey = loadSecretKey(store);
  const settle = createSettler(world);
  const webhooks = new WebhookSender(world);
  const failures = new FailureInjector();
  const servePage = (request: ApiRequest): ApiAnswer => {
    settle();
    return answerPage(world, request);
  };
  const listener = await listen(options.port ?? 0, failures, (request) => {
    if (isPage(request.url)) return servePage(request);
    settle();
    options.onRequest?.(request);
    return answerApi(world, secretKey, request);
  });
  const url = `http://127.0.0.1:${listener.port}`;
  setPublicUrl(world, options.publicUrl ?? url);
  const setWebhook = (webhook: WebhookTarget): void => saveEndpoint(world, webhook);
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
    get secretKey() {
      return secretKey;
    },
    webhookSecret: options.webhook?.secret ?? null,
    clock: {
      now: () => clock.now(),
      ahead: () => clock.offset(),
      advance,
      advanceTo: (instant) => advance(Math.max(0, instant - clock.now())),
      settle,
    },
    webhooks,
    failures,
    simulate: createSimulator(world, settle),
    world,
    answerPage: servePage,
    setPublicUrl: (publicUrl) => setPublicUrl(world, publicUrl),
    setWebhook,
    rollKey: (overlap) => {
      const replaced = secretKey;
      secretKey = newId("sk_test_sandbox");
      store.put("setting", { id: ACCOUNT_KEY, value: secretKey });
      rollSecret(store, ACCOUNT_KEY, replaced, clock.now() + overlap);
      return secretKey;
    },
    rollWebhookSecret: (endpoint, overlap) => {
      const { secret: replaced } = world.need("endpoint_secret", endpoint);
      const secret = newId("whsec_", 32);
      store.put("endpoint_secret", { id: endpoint, secret });
      rollSecret(store, endpoint, replaced, clock.now() + overlap);
      return secret;
    },
    close: async () => {
      clearInterval(timer);
      await listener.close();
      await webhooks.close();
      store.close();
    },
  };
}

/** The key is created once and survives restarts. */
function loadSecretKey(store: Store): string {
  const stored = store.get("setting", ACCOUNT_KEY)?.value;
  if (stored !== undefined) return stored;
  const key = newId("sk_test_sandbox");
  store.put("setting", { id: ACCOUNT_KEY, value: key });
  store.commit();
  return key;
}

function saveEndpoint(world: World, webhook: WebhookTarget): void {
  if (webhook.secret === "") throw new Error("The webhook secret is empty.");
  world.transact(null, () => {
    world.store.put("endpoint_secret", { id: OPTION_ENDPOINT, secret: webhook.secret });
    world.store.put("webhook_endpoint", {
      id: OPTION_ENDPOINT,
      object: "webhook_endpoint",
      api_version: API_VERSION,
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
