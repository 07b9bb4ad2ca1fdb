import cookie from "@fastify/cookie";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type Stripe from "stripe";
import type { IncomingMessage, ServerResponse } from "node:http";
import { adminCategoryRoutes } from "./admin-categories/routes.ts";
import { adminTagRoutes } from "./admin-tags/routes.ts";
import { adminChapterRoutes } from "./admin-chapters/routes.ts";
import { adminVideoCsvRoutes } from "./admin-videos/csv-routes.ts";
import { adminVideoRoutes } from "./admin-videos/routes.ts";
import { createAccessTokens } from "./auth/access-token.ts";
import { deriveKey } from "./auth/keys.ts";
import { passwordResetRoutes } from "./auth/password-reset-routes.ts";
import { createRefreshTokens } from "./auth/refresh-token.ts";
import { authRoutes } from "./auth/routes.ts";
import { createSeal, type Seal } from "./auth/seal.ts";
import type { SessionTokens } from "./auth/sessions.ts";
import { Catalogue } from "./catalogue/catalogue.ts";
import { type CatalogueReads, readPrimary } from "./catalogue/reads.ts";
import { categoryRoutes } from "./categories/routes.ts";
import type { Database } from "./db/open.ts";
import { emailVerificationRoutes } from "./email-verification/routes.ts";
import type { SiteSettings } from "./env.ts";
import { notFound } from "./errors.ts";
import { favoriteRoutes } from "./favorites/routes.ts";
import { historyRoutes } from "./history/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { createMediaAddresses, type MediaAddresses } from "./media/address.ts";
import { mediaRoutes } from "./media/routes.ts";
import type { MediaStorage } from "./media/storage.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { playlistManagementRoutes } from "./playlist-management/routes.ts";
import { adminNoticeRoutes } from "./admin-notices/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { adminMemberRoutes } from "./admin-members/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { adminMailRoutes } from "./admin-mails/routes.ts";
import { adminAlertRoutes } from "./admin-alerts/routes.ts";
import { playlistRoutes } from "./playlists/routes.ts";
import { accessPlugin } from "./plugins/access.ts";
import { compressionPlugin } from "./plugins/compression.ts";
import { errorPlugin, sendError } from "./plugins/errors.ts";
import { healthPlugin } from "./plugins/health.ts";
import { loadSheddingPlugin } from "./plugins/load-shedding.ts";
import { openapiPlugin } from "./plugins/openapi.ts";
import { pagesPlugin } from "./plugins/pages.ts";
import { type Answered, requestLogPlugin } from "./plugins/request-log.ts";
import { securityPlugin } from "./plugins/security.ts";
import { sessionPlugin } from "./plugins/session.ts";
import { uploadsPlugin } from "./plugins/uploads.ts";
import { validationPlugin } from "./plugins/validation.ts";
import { profileRoutes } from "./profile/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { type Billing, createBilling } from "./subscription/provider.ts";
import { subscriptionRoutes } from "./subscription/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { videoFileRoutes } from "./video-files/routes.ts";
import { flagsReader, type ReadFlags } from "./videos/flags.ts";
import { videoRoutes } from "./videos/routes.ts";
import { watchLaterRoutes } from "./watch-later/routes.ts";

/** What the application is made of; everything that differs between production, demo and tests. */
export interface AppParts {
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
  /** Where the provider shows staff its objects: see subscription/provider.ts. */
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

type TypedFastify = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What a feature's routes are given. */
export interface App {
  app: TypedFastify;
  db: Database;
  catalogue: Catalogue;
  readFlags: ReadFlags;
  tokens: SessionTokens;
  media: MediaAddresses;
  storage: MediaStorage;
  site: SiteSettings;
  wakeMailSender: () => void;
  billing: Billing;
  webhookSecret: string;
  seal: Seal;
  requireStaffSecondFactor: boolean;
  providerPages: string | null;
  now: () => number;
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
export async function createApp(parts: AppParts): Promise<TypedFastify> {
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
  const app: TypedFastify = fastify.withTypeProvider<ZodTypeProvider>();
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
  const catalogue = new Catalogue(db, reads ?? readPrimary(db), now, catalogueMaxAge);
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
  const parameters: App = { app, ...shared };
  for (const addRoutes of features) addRoutes(parameters);
  await mediaRoutes(parameters);
  if (webRoot !== null) await app.register(pagesPlugin, { webRoot, site });
  return app;
}

const features: ((app: App) => void)[] = [
  authRoutes,
  passwordResetRoutes,
  secondFactorRoutes,
  emailVerificationRoutes,
  profileRoutes,
  subscriptionRoutes,
  homeRoutes,
  videoRoutes,
  searchRoutes,
  favoriteRoutes,
  watchLaterRoutes,
  historyRoutes,
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
