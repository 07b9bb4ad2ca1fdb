import cookie from "@fastify/cookie";
import type { AppContext, TypedFastify } from "./http/app-context.ts";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type Stripe from "stripe";
import { adminCategoryRoutes } from "./staff/categories/routes.ts";
import { adminTagRoutes } from "./staff/tags/routes.ts";
import { adminChapterRoutes } from "./staff/chapters/routes.ts";
import { adminVideoCsvRoutes } from "./staff/videos/csv-routes.ts";
import { adminVideoRoutes } from "./staff/videos/routes.ts";
import { createAccessTokens } from "./accounts/sessions/access-token.ts";
import { deriveKey } from "./accounts/sessions/keys.ts";
import { passwordResetRoutes } from "./accounts/passwords/routes.ts";
import { createRefreshTokens } from "./accounts/sessions/refresh-token.ts";
import { authRoutes } from "./accounts/login/routes.ts";
import { createSeal } from "./accounts/sessions/seal.ts";
import type { SessionTokens } from "./accounts/sessions/sessions.ts";
import { CatalogSource } from "./catalogue/cache/catalog-source.ts";
import { type CatalogueReads, readPrimary } from "./catalogue/cache/reads.ts";
import { categoryRoutes } from "./catalogue/categories/routes.ts";
import type { Database } from "./db/open.ts";
import { emailVerificationRoutes } from "./accounts/email-verification/routes.ts";
import type { SiteSettings } from "./config/config.ts";
import { notFound } from "./http/app-error.ts";
import { homeRoutes } from "./catalogue/home/routes.ts";
import { createMediaAddresses } from "./files/storage/address.ts";
import { mediaRoutes } from "./files/storage/routes.ts";
import type { MediaStorage } from "./files/storage/storage.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { playlistManagementRoutes } from "./staff/playlists/routes.ts";
import { adminNoticeRoutes } from "./staff/notices/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { adminMemberRoutes } from "./staff/members/routes.ts";
import { dashboardRoutes } from "./staff/dashboard/routes.ts";
import { adminMailRoutes } from "./staff/mails/routes.ts";
import { adminAlertRoutes } from "./staff/alerts/routes.ts";
import { playlistRoutes } from "./catalogue/playlists/routes.ts";
import { accessPlugin } from "./http/access.ts";
import { compressionPlugin } from "./http/compression.ts";
import { errorPlugin, sendError } from "./http/error-handler.ts";
import { healthPlugin } from "./http/health.ts";
import { loadSheddingPlugin } from "./http/load-shedding.ts";
import { openapiPlugin } from "./http/openapi.ts";
import { pagesPlugin } from "./http/pages.ts";
import { type Answered, requestLogPlugin } from "./http/request-log.ts";
import { securityPlugin } from "./http/security.ts";
import { sessionPlugin } from "./http/session.ts";
import { uploadsPlugin } from "./http/uploads.ts";
import { type SchemaTypes, validationPlugin } from "./http/validation.ts";
import { profileRoutes } from "./accounts/profile/routes.ts";
import { searchRoutes } from "./catalogue/search/routes.ts";
import { secondFactorRoutes } from "./accounts/second-factor/routes.ts";
import { createBilling } from "./billing/provider/provider.ts";
import { subscriptionRoutes } from "./billing/routes.ts";
import { tagRoutes } from "./catalogue/tags/routes.ts";
import { videoFileRoutes } from "./files/video-files/routes.ts";
import { flagsReader } from "./lists/flags.ts";
import { videoRoutes } from "./catalogue/videos/routes.ts";
import { listRoutes } from "./lists/routes.ts";

/** What the application is made of; everything that differs between production, demo and tests. */
export interface AppDeps {
  db: Database;
  /** Where what all members see the same is read; default: from `db`. */
  reads?: CatalogueReads;
  storage: MediaStorage;
  site: SiteSettings;
  /** The one secret; keys for each purpose are derived from it. */
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The folder of the built browser application; null: serve the API alone. */
  webRoot: string | null;
  logger: FastifyBaseLogger;
  /** Milliseconds for which another process's change to the catalogue may go unseen. */
  catalogueMaxAge: number;
  /** To be called after a commit that queued mails: see mail/outbox.ts. */
  wakeMailSender: () => void;
  /** The card provider, or the sandbox in its place. */
  stripe: Stripe;
  /** Where the provider shows staff its objects: see billing/provider/provider.ts. */
  providerPages: string | null;
  /** What the provider signs its messages with. */
  webhookSecret: string;
  /** Hears of every answer. */
  measure?: (answered: Answered) => void;
  /** Staff have to have a second factor. */
  requireStaffSecondFactor: boolean;
  /** Addresses and networks of reverse proxies, which may say who the visitor is. */
  trustedProxies: string[];
}

const BODY_LIMIT = 64 * 1024;
const HEADERS_TIMEOUT = 8_000;
const REQUEST_TIMEOUT = 10_000;
/** Milliseconds between looks for connections that are over their time; Node's own 30 s let some live 40. */
const CONNECTIONS_CHECK = 1_000;
const PARAM_MAX = 200;
/** Milliseconds that a part of the application may take to open: on a busy machine longer than the framework allows. */
const PLUGIN_TIMEOUT = 60_000;

/** Composes the whole application; nothing in it is global, so a process can hold several. */
export async function createApp(parts: AppDeps): Promise<TypedFastify> {
  const { db, reads, storage, site, secret, now, webRoot, logger, catalogueMaxAge, wakeMailSender } = parts;
  const { stripe, webhookSecret, providerPages, requireStaffSecondFactor, trustedProxies, measure } = parts;
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    pluginTimeout: PLUGIN_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: REQUEST_TIMEOUT,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: CONNECTIONS_CHECK },
    trustProxy: trustedProxies,
    routerOptions: { maxParamLength: PARAM_MAX },
    forceCloseConnections: "idle",
    // Who asks on an open connection while we drain is still answered, and told to come back on another.
    return503OnClosing: false,
    // Addresses that cannot be decoded never reach the error handler.
    frameworkErrors: (_error, _request, reply) => sendError(notFound("ページ"), reply),
  });
  const app: TypedFastify = fastify.withTypeProvider<SchemaTypes>();
  const tokens: SessionTokens = {
    access: createAccessTokens(deriveKey(secret, "access-token")),
    refresh: createRefreshTokens(deriveKey(secret, "refresh-token")),
  };
  const seal = createSeal(deriveKey(secret, "second-factor"));
  const media = createMediaAddresses(deriveKey(secret, "media-address"));

  await app.register(requestLogPlugin, { measure });
  await app.register(errorPlugin);
  await app.register(loadSheddingPlugin, { measure });
  await app.register(securityPlugin, { site });
  await app.register(compressionPlugin);
  await app.register(cookie);
  await app.register(validationPlugin);
  await app.register(uploadsPlugin);
  await app.register(openapiPlugin, { site });
  await app.register(sessionPlugin, { db, accessTokens: tokens.access, now });
  const catalogue = new CatalogSource(db, reads ?? readPrimary(db), now, catalogueMaxAge);
  // What a member of staff changed through another process is seen by their next request here.
  const onStaff = () => catalogue.invalidate();
  await app.register(accessPlugin, { now, requireStaffSecondFactor, onStaff });
  await app.register(healthPlugin, { db });
  const billing = createBilling({ db, stripe, site, now, wakeMailSender, log: logger });
  const provider = { billing, webhookSecret, providerPages };
  const accounts = { tokens, seal, requireStaffSecondFactor };
  const readFlags = flagsReader(db);
  const shared = {
    db,
    catalogue,
    readFlags,
    media,
    storage,
    site,
    wakeMailSender,
    ...accounts,
    ...provider,
    now,
  };
  const parameters: AppContext = { app, ...shared };
  for (const addRoutes of features) addRoutes(parameters);
  await mediaRoutes(parameters);
  if (webRoot !== null) await app.register(pagesPlugin, { webRoot, site });
  return app;
}

const features: ((app: AppContext) => void)[] = [
  authRoutes,
  passwordResetRoutes,
  secondFactorRoutes,
  emailVerificationRoutes,
  profileRoutes,
  subscriptionRoutes,
  homeRoutes,
  videoRoutes,
  searchRoutes,
  listRoutes,
  categoryRoutes,
  tagRoutes,
  playlistRoutes,
  noticeRoutes,
  adminCategoryRoutes,
  adminTagRoutes,
  playlistManagementRoutes,
  adminVideoRoutes,
  adminVideoCsvRoutes,
  adminChapterRoutes,
  videoFileRoutes,
  adminNoticeRoutes,
  auditRoutes,
  adminMemberRoutes,
  dashboardRoutes,
  adminMailRoutes,
  adminAlertRoutes,
];
