import cookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type Stripe from "stripe";
import type { Database } from "./db/open.ts";

import { accessPlugin } from "./http/access.ts";
import type { AppContext, TypedFastify } from "./http/app-context.ts";
import { notFound } from "./http/app-error.ts";
import { compressionPlugin } from "./http/compression.ts";
import { answerUnread, errorPlugin, sendError } from "./http/error-handler.ts";
import { healthPlugin } from "./http/health.ts";
import { loadSheddingPlugin } from "./http/load-shedding.ts";
import { openapiPlugin } from "./http/openapi.ts";
import { pagesPlugin } from "./http/pages.ts";
import { type Answered, requestLogPlugin } from "./http/request-log.ts";
import { securityPlugin } from "./http/security.ts";
import { sessionPlugin } from "./http/session.ts";
import { uploadsPlugin } from "./http/uploads.ts";
import { type SchemaTypes, validationPlugin } from "./http/validation.ts";

import { agreementRoutes } from "./accounts/agreements.ts";
import { emailVerificationRoutes } from "./accounts/email-verification.ts";
import { authRoutes } from "./accounts/login/routes.ts";
import { passwordResetRoutes } from "./accounts/passwords/routes.ts";
import { profileRoutes } from "./accounts/profile/routes.ts";
import { accountSessionRoutes } from "./accounts/profile/session-routes.ts";
import { secondFactorRoutes } from "./accounts/second-factor/routes.ts";
import { createAccessTokens } from "./accounts/sessions/access-token.ts";
import { deriveKey } from "./accounts/sessions/keys.ts";
import { createRefreshTokens } from "./accounts/sessions/refresh-token.ts";
import { createSeal } from "./accounts/sessions/seal.ts";
import type { SessionTokens } from "./accounts/sessions/sessions.ts";

import type { FetchPicture } from "./files/thumbnails/host-picture.ts";
import type { AskPlayback } from "./catalogue/playback/ask.ts";
import type { ActivityCounter } from "./figures/activity-counter.ts";
import { figureRoutes } from "./figures/routes.ts";
import { createMarks } from "./figures/search-term.ts";

import { createBilling } from "./billing/provider/provider.ts";
import { subscriptionRoutes } from "./billing/routes.ts";
import { receiptRoutes } from "./billing/receipts/routes.ts";

import { CatalogSource } from "./catalogue/cache/catalog-source.ts";
import { transcriptRoutes } from "./catalogue/captions/routes.ts";
import { categoryRoutes } from "./catalogue/categories/routes.ts";
import { homeRoutes } from "./catalogue/home/routes.ts";
import { publicContentReader } from "./catalogue/open-lessons/public-content.ts";
import { openLessonRoutes } from "./catalogue/open-lessons/routes.ts";
import { playlistRoutes } from "./catalogue/playlists/routes.ts";
import { searchRoutes } from "./catalogue/search/routes.ts";
import { suggestionRoutes } from "./catalogue/suggestions/routes.ts";
import { tagRoutes } from "./catalogue/tags/routes.ts";
import { videoRoutes } from "./catalogue/videos/routes.ts";

import { bucketAddresses, createMediaAddresses } from "./files/storage/address.ts";
import { mediaRoutes } from "./files/storage/routes.ts";
import type { MediaStorage } from "./files/storage/storage.ts";
import { videoFileRoutes } from "./files/video-files/routes.ts";

import { addLegalPages } from "./config/legal/pages.ts";
import { adminLegalRoutes } from "./staff/site/legal/routes.ts";

import { limitConnections } from "./limits/connections.ts";
import { searchLimitPlugin } from "./limits/search-limit.ts";

import { flagsReader } from "./lists/flags.ts";
import { courseRoutes } from "./lists/courses/routes.ts";
import { noteRoutes } from "./lists/notes/routes.ts";
import { todayRoutes } from "./lists/today/routes.ts";
import { listRoutes } from "./lists/routes.ts";
import { noticeRoutes } from "./notices/routes.ts";

import { mailPreferenceRoutes, unsubscribeRoutes } from "./mail/preferences/routes.ts";
import { createUnsubscribeLinks } from "./mail/preferences/unsubscribe-token.ts";

import { auditRoutes } from "./audit/routes.ts";
import { adminSalesRoutes } from "./billing/books/routes.ts";
import { adminCouponRoutes } from "./staff/coupons/routes.ts";
import type { LiveSite } from "./config/live-site.ts";
import { adminAlertRoutes } from "./staff/alerts/routes.ts";
import { adminCategoryRoutes } from "./staff/categories/routes.ts";
import { adminChapterRoutes } from "./staff/chapters/routes.ts";
import { dashboardRoutes } from "./staff/dashboard/routes.ts";
import { MailPreviews } from "./staff/mailings/preview-token.ts";
import { mailPreviewRoutes } from "./staff/mailings/previews.ts";
import { adminMailingRoutes } from "./staff/mailings/routes.ts";
import { adminMailRoutes } from "./staff/mails/routes.ts";
import { adminMemberDeskRoutes } from "./staff/members/desk-routes.ts";
import { staffInvitationRoutes } from "./staff/colleagues/join.ts";
import { adminColleagueRoutes } from "./staff/colleagues/routes.ts";
import { adminMemberRoutes } from "./staff/members/routes.ts";
import { adminPriceRoutes } from "./staff/site/prices/routes.ts";
import { adminPaymentRoutes } from "./staff/members/payment-routes.ts";
import { adminMovingRoutes } from "./staff/moving/routes.ts";
import { adminNoticeRoutes } from "./staff/notices/routes.ts";
import { homeCurationRoutes } from "./staff/playlists/home-routes.ts";
import { playlistManagementRoutes } from "./staff/playlists/routes.ts";
import { readShowcase as showcaseOf } from "./catalogue/videos/showcase.ts";
import { landingPictureRoutes } from "./files/site-pictures/serve.ts";
import { adminLandingRoutes } from "./staff/site/landing-routes.ts";
import { adminSiteRoutes } from "./staff/site/routes.ts";
import { adminSynonymRoutes } from "./staff/synonyms/routes.ts";
import { adminTagRoutes } from "./staff/tags/routes.ts";
import { adminVideoCsvRoutes } from "./staff/videos/csv-routes.ts";
import { adminVideoSheetRoutes } from "./staff/sheet/routes.ts";
import { adminCaptionRoutes } from "./staff/videos/captions/routes.ts";
import { adminVideoRoutes } from "./staff/videos/routes.ts";

/** Everything that differs between production, demo and tests. */
export interface AppDeps {
  db: Database;
  storage: MediaStorage;
  site: LiveSite;
  /** The one secret; a key for each purpose is derived from it. */
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The owner of the process writes it (figures/flush-activity.ts). */
  activity: ActivityCounter;
  /** Folder of the built browser application; null: serve only the API. */
  webRoot: string | null;
  logger: FastifyBaseLogger;
  /** Milliseconds for which a catalogue change by another process may be invisible. */
  catalogueMaxAge: number;
  /** Call it after a commit that queued mails (mail/outbox.ts). */
  wakeMailSender: () => void;
  /** Client of Stripe or of the sandbox. */
  stripe: Stripe;
  /** Base URL of Stripe's dashboard, for links in staff screens; null: none. */
  providerPages: string | null;
  webhookSecret: string;
  /** Asks a video's host whether the video plays. */
  askPlayback: AskPlayback;
  fetchPicture: FetchPicture;
  /** Mails of mailings a minute, for the staff's screen. */
  mailingRate?: number;
  measure?: (answered: Answered) => void;
  /** Whether `/api/docs/` is served. */
  apiDocs?: boolean;
  requireStaffSecondFactor: boolean;
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

/** Composes the application. Nothing in it is global, so a process can hold several. */
export async function createApp(deps: AppDeps): Promise<TypedFastify> {
  const { db, storage, site, secret, now, logger, measure, wakeMailSender, requireStaffSecondFactor } = deps;
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
  limitConnections(fastify.server);
  const app: TypedFastify = fastify.withTypeProvider<SchemaTypes>();
  const tokens: SessionTokens = {
    access: createAccessTokens(deriveKey(secret, "access-token")),
    refresh: createRefreshTokens(deriveKey(secret, "refresh-token")),
  };
  const catalogue = new CatalogSource(db, now, deps.catalogueMaxAge);

  await app.register(requestLogPlugin, { measure });
  await app.register(errorPlugin);
  await app.register(loadSheddingPlugin, { measure });
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
  await app.register(accessPlugin, { now, requireStaffSecondFactor, onStaffRequest });
  await app.register(searchLimitPlugin, { now });
  await app.register(healthPlugin, { db });

  const context: AppContext = {
    app,
    db,
    now,
    site,
    webRoot: deps.webRoot,
    catalogue,
    readFlags: flagsReader(db, now),
    storage,
    media: bucketAddresses(createMediaAddresses(deriveKey(secret, "media-address")), storage, site.mediaUrl),
    tokens,
    seal: createSeal(deriveKey(secret, "second-factor")),
    unsubscribe: createUnsubscribeLinks(site, secret),
    previews: new MailPreviews(secret),
    mailingRate: deps.mailingRate ?? MAILING_RATE,
    requireStaffSecondFactor,
    billing: createBilling({ db, stripe: deps.stripe, site, now, wakeMailSender, log: logger }),
    webhookSecret: deps.webhookSecret,
    providerPages: deps.providerPages,
    askPlayback: deps.askPlayback,
    fetchPicture: deps.fetchPicture,
    wakeMailSender,
    activity: deps.activity,
    markOf: createMarks(deriveKey(secret, "search-mark")),
  };
  for (const addRoutes of routes) addRoutes(context);
  await mediaRoutes(context);
  await unsubscribeRoutes(context);
  const readShowcase = (chosen: number[]) => showcaseOf(catalogue, now, chosen);
  if (deps.webRoot !== null) {
    const readPublic = publicContentReader({ catalogue, now, publicUrl: site.publicUrl });
    await app.register(pagesPlugin, { webRoot: deps.webRoot, site, readShowcase, readPublic, now });
    addLegalPages(app, { webRoot: deps.webRoot, site, db, now });
  }
  return app;
}

const routes: ((context: AppContext) => void)[] = [
  authRoutes,
  agreementRoutes,
  passwordResetRoutes,
  secondFactorRoutes,
  emailVerificationRoutes,
  profileRoutes,
  accountSessionRoutes,
  subscriptionRoutes,
  receiptRoutes,
  homeRoutes,
  videoRoutes,
  transcriptRoutes,
  searchRoutes,
  suggestionRoutes,
  listRoutes,
  courseRoutes,
  noteRoutes,
  todayRoutes,
  categoryRoutes,
  tagRoutes,
  playlistRoutes,
  openLessonRoutes,
  noticeRoutes,
  mailPreferenceRoutes,
  adminCategoryRoutes,
  adminSynonymRoutes,
  adminTagRoutes,
  playlistManagementRoutes,
  homeCurationRoutes,
  adminVideoRoutes,
  adminVideoCsvRoutes,
  adminVideoSheetRoutes,
  adminChapterRoutes,
  adminCaptionRoutes,
  videoFileRoutes,
  adminNoticeRoutes,
  auditRoutes,
  adminColleagueRoutes,
  staffInvitationRoutes,
  adminMemberRoutes,
  adminMemberDeskRoutes,
  adminPaymentRoutes,
  adminMovingRoutes,
  dashboardRoutes,
  figureRoutes,
  adminMailRoutes,
  adminMailingRoutes,
  mailPreviewRoutes,
  adminAlertRoutes,
  adminCouponRoutes,
  adminSalesRoutes,
  adminSiteRoutes,
  adminPriceRoutes,
  adminLegalRoutes,
  adminLandingRoutes,
  landingPictureRoutes,
];
