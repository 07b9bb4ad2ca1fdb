import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createApp } from "../app.ts";
import type { TypedFastify } from "../http/route-context.ts";
import { startPreparing } from "../catalogue/films/prepare.ts";
import { createAskDetails, createAskPlayback } from "../catalogue/playback/ask.ts";
import { OEMBED, standInFor } from "../catalogue/playback/oembed.ts";
import type { DatabasePool } from "../db/open.ts";
import type { Env } from "../config/config.ts";
import { RELEASE } from "../config/release.ts";
import { ActivityCounter } from "../events/activity-counter.ts";
import { flushActivity, startFlushing } from "../figures/flush-activity.ts";
import { startJobs } from "../jobs/due-jobs.ts";
import { periodicJobs } from "./jobs.ts";
import { startMailSender } from "../mail/sender.ts";
import { startMailer } from "../mailings/mailer.ts";
import { createUnsubscribeLinks } from "../mailings/preferences/unsubscribe-token.ts";
import { createSmtpTransport, openMailFolder } from "../mail/transport.ts";
import { findFfmpeg } from "../files/films/run.ts";
import { createSignCloud } from "../files/storage/cloud-address.ts";
import { openStorage } from "../files/storage/open-storage.ts";
import { createFetchPicture, YOUTUBE_PICTURES } from "../files/thumbnails/host-picture.ts";
import { countRequests } from "../observability/request-counts.ts";
import { watchBucketClock } from "../observability/watch-bucket-clock.ts";
import { portError } from "../http/port.ts";
import { drain } from "./shutdown.ts";
import { type Billing, createBilling, openProvider, providerPages } from "../billing/provider/provider.ts";
import type { Foundation, Opened } from "./foundation.ts";
import { followSite, type LiveSite, openLiveSite } from "../site/live-site.ts";
import { findWebRoot } from "./web-root.ts";
import { createNetwork } from "../webhooks/post.ts";
import { startWebhookSender, webhookSeal } from "../webhooks/sender.ts";

/** Milliseconds: each process reads the catalogue's version at most once a second. */
const CATALOGUE_MAX_AGE = 1_000;

/** Connections in the kernel's queue. A client that finds it full retries after one second, then three. */
const BACKLOG = 4_096;

interface ServeDeps {
  env: Env;
  foundation: Foundation;
  db: DatabasePool;
  logger: FastifyBaseLogger;
  /** Milliseconds since 1970; in the demo the sandbox's clock. */
  now: () => number;
  opened: Opened;
  /** Adds the demo's pages. */
  extend: (app: TypedFastify, billing: Billing) => Promise<void>;
}

/** Serves requests, sends mails and runs jobs in this process. The server listens when it resolves. */
export async function serve({ env, foundation, db, logger, now, opened, extend }: ServeDeps): Promise<void> {
  const { port, secret, provider } = foundation;
  const site = await openLiveSite(db, foundation.site, now);
  opened.push(followSite(site, logger));
  const stripe = openProvider(provider);
  const observe = env.metrics && (await import("../observability/measure.ts")).measureProcess({ db });
  const requests = countRequests({ db, now, release: RELEASE });
  const storage = await openStorage(env);
  watchBucketClock(storage, logger)();
  const { transport, mailings } = await openTransports(env, site, logger);
  const sender = startMailSender({ db, transport, now, log: logger });
  const unsubscribe = createUnsubscribeLinks(site, secret);
  const mailer = startMailer({ db, transport: mailings, site, unsubscribe, rate: env.mail.rate, now, log: logger });
  const { post, check: checkTarget } = createNetwork();
  const messages = startWebhookSender({ db, seal: webhookSeal(secret), post, now, log: logger });
  opened.push(async () => {
    await Promise.all([sender.stop(), mailer.stop(), messages.stop()]);
  });
  const wakeMailSender = sender.wake;
  const billing = createBilling({ db, stripe, site, now, wakeMailSender, log: logger });
  const signCloud = createSignCloud(env.cloudKeys);
  const addresses = env.videoHostsUrl === null ? OEMBED : standInFor(env.videoHostsUrl);
  const askPlayback = createAskPlayback({ storage, addresses, signCloud, now, publicUrl: site.publicUrl });
  const fetchPicture = createFetchPicture(
    env.videoHostsUrl === null ? YOUTUBE_PICTURES : `${env.videoHostsUrl.replace(/\/$/, "")}/youtube/vi`,
  );
  const canPrepareFilms = (await findFfmpeg()) !== null;
  const activity = new ActivityCounter();
  // After the last request and before the database closes.
  opened.push(
    startFlushing(() => flushActivity(db, activity), logger),
    startFlushing(requests.write, logger),
  );
  const app = await createApp({
    activity,
    db,
    storage,
    site,
    signCloud,
    secret,
    now,
    webRoot: findWebRoot(env, logger),
    logger,
    catalogueMaxAge: CATALOGUE_MAX_AGE,
    wakeMailSender,
    stripe,
    // In the demo every page about an object of the provider is the page with the mails and the clock.
    providerPages: env.stripe ? providerPages(env.stripe) : `${site.publicUrl}/sandbox/#`,
    webhookSecret: provider.webhookSecret,
    askPlayback,
    askDetails: createAskDetails({ addresses, publicUrl: site.publicUrl }),
    fetchPicture,
    canPrepareFilms,
    checkTarget,
    mailingRate: env.mail.rate,
    mailReportsSecret: env.mail.reportsSecret,
    apiDocs: env.apiDocs,
    requireStaffSecondFactor: env.requireStaffSecondFactor,
    staffMayUseProviders: env.staffMayUseProviders,
    loginProviders: env.loginProviders,
    trustedProxies: env.trustedProxies,
    measure: (answered) => {
      requests.count(answered);
      observe?.(answered);
    },
    dataDir: env.dataDir,
  });
  // Before the jobs end, which a stop waits for.
  if (canPrepareFilms) opened.push(startPreparing({ db, storage, dataDir: env.dataDir, site, now, logger }));
  const stopJobs = startJobs(periodicJobs({ db, site, storage, billing, askPlayback, now, logger }), {
    db,
    now,
    logger,
  });
  // Concurrently, because a running job may wait for a slow call to a provider.
  opened.push(async () => {
    await Promise.all([drain(app, env.drainSeconds * 1000), stopJobs()]);
  });
  await extend(app, billing);
  await app.listen({ port, host: env.host, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw portError(error, port, env.host);
  });
}

/** Folder of mails; null: a mail server sends them. */
export function mailFolder({ mail, dataDir }: Env): string | null {
  return mail.smtpUrl === null ? join(dataDir, "outbox") : null;
}

async function openTransports(env: Env, site: LiveSite, logger: FastifyBaseLogger) {
  const { smtpUrl } = env.mail;
  const from = {
    address: env.mail.from.address,
    get name() {
      return site.senderName;
    },
  };
  if (smtpUrl !== null) {
    const mailings = createSmtpTransport(smtpUrl, from, { isPooled: true });
    return { transport: createSmtpTransport(smtpUrl, from), mailings };
  }
  const folder = join(env.dataDir, "outbox");
  if (!env.demo) logger.warn(`SMTP_URL is not set: mails are not sent, they become files in ${folder}`);
  const transport = await openMailFolder(folder, from);
  return { transport, mailings: transport };
}
