import cookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type Stripe from "stripe";

import { accessPlugin } from "./accounts/access.ts";
import { addAccounts } from "./accounts/area.ts";
import { createAccessTokens } from "./accounts/sessions/access-token.ts";
import { createRefreshTokens } from "./accounts/sessions/refresh-token.ts";
import { sessionPlugin } from "./accounts/sessions/session-plugin.ts";
import type { SessionTokens } from "./accounts/sessions/sessions.ts";
import { browserErrorRoutes } from "./observability/browser-errors.ts";
import { auditRoutes } from "./audit/routes.ts";
import { addBilling } from "./billing/area.ts";
import { syncEmailAddress } from "./billing/provider/customers.ts";
import { createBilling } from "./billing/provider/provider.ts";
import { addCatalogue } from "./catalogue/area.ts";
import { CatalogSource } from "./catalogue/cache/catalog-source.ts";
import { publicContentReader } from "./catalogue/open-lessons/public-content.ts";
import { requestFilms } from "./catalogue/films/queries.ts";
import { searchLimitPlugin } from "./catalogue/search-limit.ts";
import { readShowcase as showcaseOf } from "./catalogue/videos/showcase.ts";
import { deriveKey } from "./crypto/keys.ts";
import { createSeal } from "./crypto/seal.ts";
import type { Database } from "./db/open.ts";
import { notFound } from "./errors/app-error.ts";
import type { ActivityCounter } from "./events/activity-counter.ts";
import { createMarks } from "./events/search-term.ts";
import { figureRoutes } from "./figures/routes.ts";
import { bucketAddresses, createMediaAddresses } from "./files/storage/address.ts";
import type { SignCloud } from "./files/storage/cloud-address.ts";
import type { MediaStorage } from "./files/storage/storage.ts";
import { videoFileRoutes } from "./files/video-files/routes.ts";
import { compressionPlugin } from "./http/compression.ts";
import { answerUnread, errorPlugin, sendError } from "./http/error-handler.ts";
import { healthPlugin } from "./http/health.ts";
import { openapiPlugin } from "./http/openapi.ts";
import { type Answered, requestLogPlugin } from "./http/request-log.ts";
import type { TypedFastify } from "./http/route-context.ts";
import { countHit } from "./limits/rate-limiter.ts";
import { securityPlugin } from "./http/security.ts";
import { uploadsPlugin } from "./http/uploads.ts";
import { type SchemaTypes, validationPlugin } from "./http/validation.ts";
import { addLists } from "./lists/area.ts";
import { flagsReader } from "./lists/flags.ts";
import { addMailings } from "./mailings/area.ts";
import { createUnsubscribeLinks } from "./mailings/preferences/unsubscribe-token.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { addLegalPages } from "./site/legal/pages.ts";
import type { LiveSite } from "./site/live-site.ts";
import { pagesPlugin } from "./site/pages.ts";
import { landingPictureRoutes } from "./site/pictures/serve.ts";
import { addStaff } from "./staff/area.ts";
import type { StaffContext } from "./staff/context.ts";
import { MailPreviews } from "./staff/mailings/preview-token.ts";
import type { Network } from "./webhooks/post.ts";
import { toolRoutes } from "./webhooks/routes.ts";
import { webhookSeal } from "./webhooks/sender.ts";

/** The areas receive these as they are. Without `webRoot` only the API is served. */
type Passed = Pick<
  StaffContext,
  | ("webRoot" | "dataDir" | "providerPages" | "askPlayback" | "askDetails" | "fetchPicture" | "canPrepareFilms")
  | ("wakeMailSender" | "requireStaffSecondFactor" | "staffMayUseProviders" | "loginProviders")
>;

/** Everything that differs between production, demo and tests. */
export interface AppDeps extends Passed {
  db: Database;
  storage: MediaStorage;
  site: LiveSite;
  signCloud: SignCloud;
  /** The one secret; a key for each purpose is derived from it. */
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The owner of the process writes it (figures/flush-activity.ts). */
  activity: ActivityCounter;
  logger: FastifyBaseLogger;
  /** Milliseconds for which a catalogue change by another process may be invisible. */
  catalogueMaxAge: number;
  /** Client of Stripe or of the sandbox. */
  stripe: Stripe;
  webhookSecret: string;
  /** Mails of mailings a minute, for the staff's screen. */
  mailingRate?: number;
  /** MAIL_REPORTS_SECRET; null: no mail provider reports. */
  mailReportsSecret?: string | null;
  /** Whether a typed address may hear of events. */
  checkTarget: Network["check"];
  measure?: (answered: Answered) => void;
  /** Whether `/api/docs/` is served. */
  apiDocs?: boolean;
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
}

const MAILING_RATE = 600;
const BODY_LIMIT = 64 * 1024;
/** Milliseconds, as all of these. */
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 10_000;
/** Node's default interval of 30 s lets a connection live up to 40 s. */
const CONNECTIONS_CHECK = 1_000;
/** On a busy machine a plugin may exceed Fastify's default of 10 s. */
const PLUGIN_TIMEOUT = 60_000;
/** Characters. */
const PARAM_MAX = 200;
/** Each takes 11 kB. A proxy in front keeps a few hundred. */
const MAX_CONNECTIONS = 5_000;

/** Composes the application. Nothing in it is global, so a process can hold several. */
export async function createApp(deps: AppDeps): Promise<TypedFastify> {
  const { db, storage, site, secret, now, logger, measure, wakeMailSender, requireStaffSecondFactor } = deps;
  const { staffMayUseProviders } = deps;
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    pluginTimeout: PLUGIN_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: REQUEST_TIMEOUT,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: CONNECTIONS_CHECK },
    trustProxy: deps.trustedProxies,
    routerOptions: { maxParamLength: PARAM_MAX },
    forceCloseConnections: "idle",
    clientErrorHandler: answerUnread,
    // While the server drains, requests on open connections are still answered, with "Connection: close".
    return503OnClosing: false,
    // URLs that cannot be decoded never reach the error handler.
    frameworkErrors: (_error, _request, reply) =>
      sendError(notFound("ページ"), reply.headers(reply.server.securityHeaders)),
  });
  fastify.server.maxConnections = MAX_CONNECTIONS;
  const app = fastify.withTypeProvider<SchemaTypes>() as TypedFastify;
  app.decorate<TypedFastify["answer"]>("answer", (call, handler) => void app.route({ ...call, handler }));
  const tokens: SessionTokens = {
    access: createAccessTokens(deriveKey(secret, "access-token")),
    refresh: createRefreshTokens(deriveKey(secret, "refresh-token")),
  };
  const catalogue = new CatalogSource(db, now, deps.catalogueMaxAge);

  await app.register(requestLogPlugin, { measure });
  await app.register(errorPlugin);
  await app.register(securityPlugin, { site });
  await app.register(compressionPlugin);
  await app.register(cookie);
  await app.register(validationPlugin);
  await app.register(uploadsPlugin);
  await app.register(openapiPlugin, { site });
  // Loaded only when it is served: production keeps the memory.
  if (deps.apiDocs) {
    const { apiDocsPlugin } = await import("./http/api-docs.ts");
    await app.register(apiDocsPlugin, { siteName: site.name });
  }
  await app.register(sessionPlugin, { db, accessTokens: tokens.access, now });
  // Staff see their changes through any process.
  const onStaffRequest = () => catalogue.invalidate();
  await app.register(accessPlugin, { now, requireStaffSecondFactor, staffMayUseProviders, onStaffRequest });
  await app.register(searchLimitPlugin, { now });
  await app.register(healthPlugin, { db });

  const { webRoot, dataDir, providerPages, askPlayback, askDetails, fetchPicture, canPrepareFilms } = deps;
  const routes = { app, db, now };
  const withSite = { ...routes, site };
  const billing = createBilling({ db, stripe: deps.stripe, site, now, wakeMailSender, log: logger });
  const accounts = {
    ...withSite,
    tokens,
    seal: createSeal(deriveKey(secret, "second-factor")),
    loginSeal: createSeal(deriveKey(secret, "provider-login")),
    loginProviders: deps.loginProviders,
    wakeMailSender,
    requireStaffSecondFactor,
    staffMayUseProviders,
    // Not awaited: the profile does not depend on the card provider, which a job tells later if this fails.
    tellNewAddress: (userId: number) => void syncEmailAddress(billing, userId),
  };
  const money = { ...routes, billing, webhookSecret: deps.webhookSecret };
  const lessons = {
    ...withSite,
    storage,
    catalogue,
    readFlags: flagsReader(db, now),
    media: {
      ...bucketAddresses(createMediaAddresses(deriveKey(secret, "media-address")), storage, site.mediaUrl),
      signCloud: deps.signCloud,
    },
    activity: deps.activity,
    markOf: createMarks(deriveKey(secret, "search-mark")),
  };
  const staff = {
    ...{ webRoot, dataDir, providerPages, askPlayback, askDetails, fetchPicture, canPrepareFilms },
    previews: new MailPreviews(secret),
    mailingRate: deps.mailingRate ?? MAILING_RATE,
  };
  addAccounts(accounts);
  addBilling(money);
  await addCatalogue(lessons);
  addLists(lessons);
  noticeRoutes(routes);
  const unsubscribe = createUnsubscribeLinks(site, secret);
  await addMailings({ ...withSite, unsubscribe, reportsSecret: deps.mailReportsSecret ?? null });
  personalDataRoutes({ ...accounts, ...money });
  const requestFilm = (tx: Database, film: string) => requestFilms(tx, [[film], new Date(now()).toISOString()]);
  const countUpload = (member: number) => countHit(db, "filmUpload", { member }, now());
  videoFileRoutes({ ...routes, storage, canPrepareFilms, requestFilm, countUpload });
  landingPictureRoutes(withSite);
  auditRoutes(routes);
  browserErrorRoutes(routes);
  figureRoutes(withSite);
  toolRoutes({ ...routes, seal: webhookSeal(secret), checkTarget: deps.checkTarget });
  addStaff({ ...lessons, ...accounts, ...money, ...staff });
  if (webRoot !== null) {
    const readShowcase = (chosen: number[]) => showcaseOf(catalogue, now, chosen);
    const readPublic = publicContentReader({ catalogue, now, publicUrl: site.publicUrl });
    await app.register(pagesPlugin, { webRoot, site, readShowcase, readPublic, now });
    addLegalPages(app, { webRoot, site, db, now });
  }
  return app;
}
