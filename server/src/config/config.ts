import { resolve } from "node:path";
import type { SiteColours } from "@manabiya/contract/site/colours.ts";
import { NO_SITE_FORM, type SiteForm } from "@manabiya/contract/site/form.ts";
import * as z from "zod/mini";
import { itemsOf, StorageVariables, SENDER, Variables } from "./env-variables.ts";
import { loginProviderProblems, loginProvidersOf } from "./login-providers.ts";
import { isRehearsal, productionProblems } from "./production-checks.ts";
import { OperatorError } from "../errors/operator-error.ts";

/** A pooler such as PgBouncer lends a server connection for a session, or for a transaction. */
export type Pooler = "session" | "transaction";

/** The settings, with their defaults. */
export type Env = ReturnType<typeof envOf>;

/** The site as the environment describes it; the operator's settings stand over it. */
export type SiteSettings = Env["site"];
export type S3Settings = NonNullable<Env["s3"]>;
export type StripeEnv = NonNullable<Env["stripe"]>;

/** A number with a valid check digit that no corporation has. */
const DEMO_INVOICE_NUMBER = "T9000000000000";

/**
 * Reads the settings that a backup and a restore need.
 * @throws OperatorError
 */
export function readStorageEnv(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => value !== "" && name in StorageVariables.shape),
  );
  const result = z.safeParse(StorageVariables, given);
  const problems = [
    ...s3Problems(given),
    ...(result.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
  ];
  if (!result.success || problems.length > 0) throw new OperatorError(`Invalid settings: ${problems.join("; ")}`);
  const { DATA_DIR, DATABASE_URL = null, DATABASE_POOLER = null } = result.data;
  return {
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    databasePooler: DATABASE_POOLER,
    s3: s3Of(result.data),
  };
}

/**
 * Reads the environment; empty variables count as unset.
 * @throws OperatorError that lists every problem
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const { env, problems } = inspectEnv(variables);
  if (problems.length > 0) throw new OperatorError(`Invalid settings: ${problems.join("; ")}`);
  return env;
}

/** @returns the settings with the defaults of those that are invalid, and every problem as "NAME: what to set" */
export function inspectEnv(variables: NodeJS.ProcessEnv): { env: Env; problems: string[] } {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const issues = z.safeParse(Variables, given).error?.issues ?? [];
  const problems = issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  const demo = given["DEMO"] === "1" || given["DEMO"] === "true";
  problems.push(...productionProblems(given, demo), ...s3Problems(given), ...mediaProblems(given));
  problems.push(...loginProviderProblems(given, demo));
  const invalid = new Set(issues.map(({ path }) => String(path[0])));
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name)));
  return { env: envOf(z.parse(Variables, valid), given, demo), problems };
}

function envOf(env: z.infer<typeof Variables>, given: NodeJS.ProcessEnv, demo: boolean) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, "");
  const isPublic = !demo && !isRehearsal(given);
  // A public site links to no page that its operator did not name or publish.
  const sample = (page: string) => (isPublic ? "" : `https://example.com/${page}`);
  const loginProviders = loginProvidersOf(env);
  const [, name, address, bare] = SENDER.exec(env.MAIL_FROM ?? "") ?? [];
  const sender = address ?? bare ?? `no-reply@${new URL(publicUrl).hostname}`;
  return {
    port: Number(env.PORT),
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    /** Null: the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Whether the variable is set that named a replica in earlier releases. */
    hasReplicaUrl: given["DATABASE_REPLICA_URL"] !== undefined,
    /** Stands before the databases; null: nothing. */
    databasePooler: env.DATABASE_POOLER ?? null,
    /** Maximum number of connections per process. */
    databasePool: Number(env.DATABASE_POOL),
    /** Processes that serve; above 1, a primary process supervises them. */
    workers: Number(env.WORKERS),
    /** Address of `/metrics`, apart from the public port; null: off. */
    metrics: env.METRICS_PORT === undefined ? null : { port: Number(env.METRICS_PORT), host: env.METRICS_HOST },
    /** Addresses and networks whose X-Forwarded-For is trusted. */
    trustedProxies: env.TRUSTED_PROXIES === "none" ? [] : itemsOf(env.TRUSTED_PROXIES),
    /** Seconds between "not ready" and the end of listening, for a load balancer. */
    drainSeconds: Number(env.DRAIN_SECONDS),
    /** Null in the demo: generated once and stored in `dataDir`. */
    authSecret: env.AUTH_SECRET ?? null,
    demo,
    /** Serves the API reference at `/api/docs/`. */
    apiDocs: env.API_DOCS === undefined ? demo : env.API_DOCS === "on",
    requireStaffSecondFactor: env.STAFF_SECOND_FACTOR === "required",
    /** Whether a provider logs staff in, too. */
    staffMayUseProviders: env.STAFF_PROVIDER_LOGIN === "on",
    loginProviders,
    // In the demo the terminal shows the address and the accounts instead of a log.
    logLevel: env.LOG_LEVEL ?? (demo ? "warn" : "info"),
    mail: {
      /** Null: mails become files in `dataDir`/outbox. */
      smtpUrl: env.SMTP_URL ?? null,
      from: { name: name || env.SITE_NAME, address: sender },
      /** Mails a minute to members, such as notices; of all processes together. */
      rate: Number(env.MAILING_RATE),
      /** In the address to which the mail provider reports; null: it reports nothing. */
      reportsSecret: env.MAIL_REPORTS_SECRET ?? null,
    },
    /** Bucket of uploaded files; null: `dataDir`/media. */
    s3: s3Of(env),
    /** Null: the demo's sandbox. */
    stripe:
      env.STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
            apiUrl: env.STRIPE_API_URL ?? null,
          },
    /** Base address of a stand-in for YouTube and Vimeo; null: the hosts themselves. */
    videoHostsUrl: env.VIDEO_HOSTS_URL ?? null,
    /** With which films at clouds are for our readers alone (files/storage/cloud-address.ts). */
    cloudKeys: {
      cloudflare: env.CLOUDFLARE_STREAM_KEY ?? null,
      mux: env.MUX_SIGNING_KEY ?? null,
      bunny: env.BUNNY_TOKEN_KEY ?? null,
    },
    site: {
      name: env.SITE_NAME,
      /** Origin without a trailing slash. */
      publicUrl,
      /** Neither a demo nor a rehearsal on this machine. */
      isPublic,
      /** Whether the dashboard lists what a new site lacks. The demo lacks nothing. */
      showsOpening: !demo,
      termsUrl: env.SITE_TERMS_URL ?? sample("terms"),
      privacyUrl: env.SITE_PRIVACY_URL ?? sample("privacy"),
      faqUrl: env.SITE_FAQ_URL ?? `${publicUrl}/landing#faq`,
      contactUrl: env.SITE_CONTACT_URL ?? `mailto:${sender}`,
      /** 特定商取引法に基づく表記; empty: no link. */
      commerceLawUrl: env.SITE_COMMERCE_LAW_URL ?? "",
      /** 登録番号 of the qualified invoice system, such as T7000012050002; empty: none. */
      invoiceNumber: env.SITE_INVOICE_NUMBER ?? (demo ? DEMO_INVOICE_NUMBER : ""),
      /** The business that sends advertising mails, and its postal address; empty: none are sent (特定電子メール法). */
      ownerName: env.SITE_OWNER_NAME ?? (demo ? DEMO_OWNER.name : ""),
      ownerAddress: env.SITE_OWNER_ADDRESS ?? (demo ? DEMO_OWNER.address : ""),
      /** Origin of the API that the browser application was built for; null: this one. */
      apiHost: env.API_HOST ?? null,
      /** Origin in the place of the bucket's, from which browsers fetch videos; null: from this server. */
      mediaUrl: env.MEDIA_URL ?? null,
      /** Other origins whose browser application may call this API. */
      webOrigins: itemsOf(env.WEB_ORIGINS),
      /** Whether HSTS includes subdomains. */
      hstsSubdomains: env.HSTS_SUBDOMAINS === "include",
      /** The keys and names of the providers with which members log in. */
      loginProviders: loginProviders.map(({ key, name }): [string, string] => [key, name]),
      /** Sender of mails as "name <address>" has it. */
      senderName: name || env.SITE_NAME,
      /** Lines below every mail; empty: none. */
      mailFooter: "",
      /** The page that visitors see first. */
      firstLanding: "/landing" as SiteForm["first_landing"],
      /** The seller is a 免税事業者: no sale has consumption tax, and no text names it. */
      isTaxExempt: false,
      /** Whether the yearly plan can also be ordered by invoice. */
      takesInvoiceOrders: false,
      /** A member's players at the same time; 0: as many as they like. */
      playersAtOnce: 3,
      /** The addresses to which the server tells of trouble (decisions/089); empty: nobody. */
      alertAddresses: [] as string[],
      /** The hour in Japan of the mail with today's tasks. */
      digestHour: 7,
      /** Whether sign-ups and cancellations cause that mail, too. */
      digestOfMembers: false,
      /** Whether members may ask about videos. */
      takesQuestions: true,
      /** Whether the alert addresses hear of new questions. */
      mailsQuestions: true,
      /** As stored, for the settings that no variable of the environment replaces. */
      form: NO_SITE_FORM,
      /** Whether the uploaded file of a film stays after it was prepared in several qualities. */
      keepsOriginals: true,
      /** Whether the member's number is to be seen over uploaded films. */
      marksFilms: false,
      /** Null: those of web/src/ui/tokens.css. */
      colours: null as SiteColours | null,
    },
  };
}

const DEMO_OWNER = { name: "学び舎（デモ）", address: "東京都千代田区丸の内0-0-0" };

const S3_NEEDED = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** An incomplete setting would silently store files on this machine instead of in the bucket. */
function s3Problems(given: NodeJS.ProcessEnv): string[] {
  if (!Object.keys(given).some((name) => name === "S3_ENDPOINT" || S3_NEEDED.some((each) => each === name))) {
    return [];
  }
  return S3_NEEDED.filter((name) => given[name] === undefined).map(
    (name) => `${name}: set it with the other S3 variables`,
  );
}

/** Browsers refuse a film over http on a page over https. */
function mediaProblems({ MEDIA_URL: media, PUBLIC_URL: own, S3_BUCKET: bucket }: NodeJS.ProcessEnv): string[] {
  if (media === undefined) return [];
  if (bucket === undefined) return ["MEDIA_URL: set it with the S3 variables"];
  const isMixed = own?.startsWith("https:") === true && !media.startsWith("https:");
  return isMixed ? ["MEDIA_URL: must begin with https://, as PUBLIC_URL"] : [];
}

function s3Of(env: z.infer<typeof StorageVariables>) {
  // Without an endpoint it is Amazon S3.
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint = null } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { bucket, region, endpoint, accessKeyId, secretAccessKey };
}
