import type { ActivityCounter } from "../figures/activity-counter.ts";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Billing } from "../billing/provider/provider.ts";
import type { AskPlayback } from "../catalogue/playback/ask.ts";
import type { CatalogSource } from "../catalogue/cache/catalog-source.ts";
import type { Database } from "../db/open.ts";
import type { FetchPicture } from "../files/thumbnails/host-picture.ts";
import type { MediaAddresses } from "../files/storage/address.ts";
import type { MediaStorage } from "../files/storage/storage.ts";
import type { ReadFlags } from "../lists/flags.ts";
import type { Seal } from "../accounts/sessions/seal.ts";
import type { MailPreviews } from "../staff/mailings/preview-token.ts";
import type { UnsubscribeLinks } from "../mail/preferences/unsubscribe-token.ts";
import type { SessionTokens } from "../accounts/sessions/sessions.ts";
import type { LiveSite } from "../config/live-site.ts";
import type { SchemaTypes } from "./validation.ts";

export type TypedFastify = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** The Fastify instance and the services that every route file receives. */
export interface AppContext {
  app: TypedFastify;
  db: Database;
  catalogue: CatalogSource;
  readFlags: ReadFlags;
  tokens: SessionTokens;
  media: MediaAddresses;
  storage: MediaStorage;
  site: LiveSite;
  /** Folder of the built browser application; null: not built. */
  webRoot: string | null;
  wakeMailSender: () => void;
  billing: Billing;
  webhookSecret: string;
  seal: Seal;
  unsubscribe: UnsubscribeLinks;
  previews: MailPreviews;
  /** Mails of mailings a minute. */
  mailingRate: number;
  requireStaffSecondFactor: boolean;
  providerPages: string | null;
  askPlayback: AskPlayback;
  fetchPicture: FetchPicture;
  /** Counts for the figures, without a statement. */
  activity: ActivityCounter;
  /** A member's mark in the counts of searches. */
  markOf: (userId: number) => number;
  now: () => number;
}
