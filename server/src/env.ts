import { resolve } from "node:path";
import * as z from "zod/mini";
import type { S3Settings } from "./media/storage.ts";
import { productionFaults } from "./production-faults.ts";
import { StartupFault } from "./startup-fault.ts";

/** What the pages say about the site. */
export interface SiteSettings {
  name: string;
  /** Origin without a trailing slash. */
  publicUrl: string;
  termsUrl: string;
  privacyUrl: string;
  faqUrl: string;
  contactUrl: string;
  /** Origin of the API that the browser application was built for; null: this one. */
  apiHost: string | null;
  /** Other origins whose browser application may call this API. */
  webOrigins: string[];
  /** Hosts below this one are spoken to over TLS alone, too. */
  hstsSubdomains: boolean;
}

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** A streaming replica for what all members see the same; null: none. */
  databaseReplicaUrl: string | null;
  /** Connections of each process, at most. */
  databasePool: number;
  /** Processes that serve; with more than one, another watches over them. */
  workers: number;
  /** Where Prometheus finds figures, apart from what visitors reach; null: nowhere. */
  metrics: { port: number; host: string } | null;
  /** Seconds between "not ready" and taking no more connections, for a load balancer to notice. */
  drainSeconds: number;
  /** Null in the demo: made once and kept in `dataDir`. */
  authSecret: string | null;
  demo: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  mail: {
    /** Null: mails become files in `dataDir`/outbox. */
    smtpUrl: string | null;
    from: { name: string; address: string };
  };
  /** Staff without a second factor are members only. */
  requireStaffSecondFactor: boolean;
  /** Where uploaded files lie; null: in `dataDir`/media. */
  s3: S3Settings | null;
  /** Null: the sandbox that the demo brings. */
  stripe: StripeEnv | null;
  site: SiteSettings;
}

export interface StripeEnv {
  secretKey: string;
  /** For pages that show the provider's own fields; ours send members to the provider's pages. */
  publishableKey: string | null;
  webhookSecret: string;
  /** Null: the provider itself. */
  apiUrl: string | null;
}

/**
 * Where the service keeps everything: all that a backup and a restore need to know.
 * @throws StartupFault
 */
export function readPlace(variables: NodeJS.ProcessEnv): Pick<Env, "databaseUrl" | "dataDir"> {
  const { DATA_DIR = "", DATABASE_URL = "" } = variables;
  const given = { ...(DATA_DIR && { DATA_DIR }), ...(DATABASE_URL && { DATABASE_URL }) };
  const result = z.safeParse(z.pick(Variables, { DATA_DIR: true, DATABASE_URL: true }), given);
  if (!result.success) throw new StartupFault("Settings to mend: DATABASE_URL: must begin with postgres://");
  return { dataDir: resolve(result.data.DATA_DIR), databaseUrl: result.data.DATABASE_URL ?? null };
}

/** An address, or a name and an address in angle brackets. */
const SENDER = /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

const url = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });

const port = z.string().check(
  z.regex(/^\d{1,5}$/),
  z.refine((value) => Number(value) < 65_536),
);

const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres://" }));

const between = (least: number, most: number) =>
  z.string().check(
    z.refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    }),
  );

const Variables = z.object({
  PORT: z._default(port, "3000"),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  PUBLIC_URL: z.optional(url),
  API_HOST: z.optional(url),
  WEB_ORIGINS: z._default(z.string(), ""),
  HSTS_SUBDOMAINS: z._default(z.enum(["exclude", "include"]), "exclude"),
  SITE_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(60)), "学び舎"),
  SITE_TERMS_URL: z._default(url, "https://example.com/terms"),
  SITE_PRIVACY_URL: z._default(url, "https://example.com/privacy"),
  SITE_FAQ_URL: z._default(url, "https://example.com/faq"),
  SITE_CONTACT_URL: z._default(url, "https://example.com/contact"),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_REPLICA_URL: z.optional(postgresUrl),
  DATABASE_POOL: z._default(between(2, 200), "10"),
  WORKERS: z._default(between(1, 64), "1"),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  DRAIN_SECONDS: z._default(between(0, 60), "0"),
  AUTH_SECRET: z.optional(z.string()),
  STAFF_SECOND_FACTOR: z._default(z.enum(["optional", "required"]), "optional"),
  SMTP_URL: z.optional(
    z.string().check(
      z.refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), {
        error: "must be an address such as smtp://user:password@mail.example.com:587",
      }),
    ),
  ),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, { error: "must be an address such as 学び舎 <no-reply@example.com>" })),
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(live|test)_\w+$/, { error: "must begin with sk_live_ or sk_test_" })),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_(live|test)_\w+$/, { error: "must begin with pk_live_ or pk_test_" })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_\S+$/, { error: "must begin with whsec_" })),
  ),
  STRIPE_API_URL: z.optional(url),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  S3_ENDPOINT: z.optional(url),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  DEMO: z._default(z.enum(["0", "1", "false", "true"]), "0"),
  LOG_LEVEL: z.optional(z.enum(["debug", "info", "warn", "error", "silent"])),
});

/**
 * Reads the environment; empty variables count as unset.
 * @throws StartupFault that names every fault at once
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = z.safeParse(Variables, given);
  const faults = result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  const demo = given["DEMO"] === "1" || given["DEMO"] === "true";
  if (given["DATABASE_REPLICA_URL"] !== undefined && given["DATABASE_URL"] === undefined) {
    faults.push("DATABASE_REPLICA_URL: set DATABASE_URL with it");
  }
  faults.push(...productionFaults(given, demo), ...s3Faults(given));
  if (!result.success || faults.length > 0) throw new StartupFault(`Settings to mend: ${faults.join("; ")}`);
  const env = result.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, "");
  const [, name, address, bare] = SENDER.exec(env.MAIL_FROM ?? "") ?? [];
  return {
    port: Number(env.PORT),
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePool: Number(env.DATABASE_POOL),
    workers: Number(env.WORKERS),
    metrics:
      env.METRICS_PORT === undefined ? null : { port: Number(env.METRICS_PORT), host: env.METRICS_HOST },
    drainSeconds: Number(env.DRAIN_SECONDS),
    authSecret: env.AUTH_SECRET ?? null,
    demo,
    requireStaffSecondFactor: env.STAFF_SECOND_FACTOR === "required",
    // Whoever tries the demo reads the address and the accounts, not a log.
    logLevel: env.LOG_LEVEL ?? (demo ? "warn" : "info"),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: {
        name: name || env.SITE_NAME,
        address: address ?? bare ?? `no-reply@${new URL(publicUrl).hostname}`,
      },
    },
    s3: s3Of(env),
    stripe:
      env.STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
            apiUrl: env.STRIPE_API_URL ?? null,
          },
    site: {
      name: env.SITE_NAME,
      publicUrl,
      termsUrl: env.SITE_TERMS_URL,
      privacyUrl: env.SITE_PRIVACY_URL,
      faqUrl: env.SITE_FAQ_URL,
      contactUrl: env.SITE_CONTACT_URL,
      apiHost: env.API_HOST ?? null,
      webOrigins: env.WEB_ORIGINS.split(",")
        .map((origin) => origin.trim())
        .filter(Boolean),
      hstsSubdomains: env.HSTS_SUBDOMAINS === "include",
    },
  };
}

const S3_NEEDED = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Half a setting would leave files on this machine that everybody believes to be in the bucket. */
function s3Faults(given: NodeJS.ProcessEnv): string[] {
  if (!Object.keys(given).some((name) => name === "S3_ENDPOINT" || S3_NEEDED.some((each) => each === name))) {
    return [];
  }
  return S3_NEEDED.filter((name) => given[name] === undefined).map(
    (name) => `${name}: set it with the other S3 variables`,
  );
}

function s3Of(env: z.infer<typeof Variables>): S3Settings | null {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint = null } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { bucket, region, endpoint, accessKeyId, secretAccessKey };
}
