import { isIP } from "node:net";
import { isInvoiceNumber } from "@manabiya/contract/rules/invoice-number.ts";
import { linkAddress } from "@manabiya/contract/site/link-address.ts";
import * as z from "zod/mini";

/** A site has this name until its operator chooses one. */
export const PRODUCT_NAME = "学び舎";

/** An email address, or a name followed by one in angle brackets. */
export const SENDER = /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

const url = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });

const contact = z.pipe(
  z.pipe(z.string(), z.transform(linkAddress)),
  z.url({ protocol: /^(https?|mailto)$/, error: "must be an http(s) address or a mail address" }),
);

const port = z.string().check(
  z.regex(/^\d{1,5}$/),
  z.refine((value) => Number(value) < 65_536),
);

const postgresUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres://" }));

const between = (min: number, max: number) =>
  z
    .string()
    .check(
      z.refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max, {
        error: `must be a whole number from ${min} to ${max}`,
      }),
    );

const NAMED_NETWORKS = ["loopback", "linklocal", "uniquelocal"];

/** An address, a network such as 10.0.0.0/8, or a named range. Fastify refuses the whole internet, and so does this. */
function isNetwork(value: string): boolean {
  if (NAMED_NETWORKS.includes(value)) return true;
  const [, address = "", bits] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

/** An origin exactly as browsers send it: a trailing slash would never match. */
function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** Items of a comma-separated list. */
export const itemsOf = (list: string): string[] =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

const signingKey = z
  .string()
  .check(z.regex(/^[\w-]+:[\w+/]{100,}=*$/, { error: "must be the key's id, a colon, and the private key in Base64" }));

/** Every environment variable, with its default. */
export const Variables = z.object({
  PORT: z._default(port, "3000"),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  PUBLIC_URL: z.optional(url),
  API_HOST: z.optional(
    z.string().check(z.refine(isOrigin, { error: "must be an origin such as https://api.example.jp, without a path" })),
  ),
  WEB_ORIGINS: z._default(
    z
      .string()
      .check(
        z.refine((value) => itemsOf(value).every(isOrigin), {
          error: "must be origins such as https://app.example.jp, without a path, with commas between them",
        }),
      ),
    "",
  ),
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine((value) => value === "none" || itemsOf(value).every(isNetwork), {
          error: `must be none, or addresses, networks and ${NAMED_NETWORKS.join(", ")} with commas between them`,
        }),
      ),
    "loopback,uniquelocal",
  ),
  HSTS_SUBDOMAINS: z._default(z.enum(["exclude", "include"]), "exclude"),
  SITE_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(60)), PRODUCT_NAME),
  SITE_TERMS_URL: z.optional(url),
  SITE_PRIVACY_URL: z.optional(url),
  SITE_FAQ_URL: z.optional(url),
  SITE_CONTACT_URL: z.optional(contact),
  SITE_COMMERCE_LAW_URL: z.optional(url),
  SITE_INVOICE_NUMBER: z.optional(
    z
      .string()
      .check(
        z.refine(isInvoiceNumber, {
          error: "must be T and 13 digits with a valid check digit, such as T7000012050002",
        }),
      ),
  ),
  SITE_OWNER_NAME: z.optional(z.string().check(z.maxLength(100))),
  SITE_OWNER_ADDRESS: z.optional(z.string().check(z.maxLength(200))),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_POOLER: z.optional(z.enum(["session", "transaction"])),
  DATABASE_POOL: z._default(between(2, 200), "10"),
  WORKERS: z._default(between(1, 64), "1"),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  DRAIN_SECONDS: z._default(between(0, 60), "0"),
  AUTH_SECRET: z.optional(z.string()),
  API_DOCS: z.optional(z.enum(["off", "on"])),
  STAFF_SECOND_FACTOR: z._default(z.enum(["optional", "required"]), "optional"),
  STAFF_PROVIDER_LOGIN: z._default(z.enum(["off", "on"]), "off"),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  LINE_CLIENT_ID: z.optional(z.string()),
  LINE_CLIENT_SECRET: z.optional(z.string()),
  APPLE_CLIENT_ID: z.optional(z.string()),
  APPLE_CLIENT_SECRET: z.optional(
    z.string().check(z.regex(/^-----BEGIN PRIVATE KEY-----/, { error: "must be the key file that Apple made (.p8)" })),
  ),
  APPLE_TEAM_ID: z.optional(z.string()),
  APPLE_KEY_ID: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(30))),
  OIDC_ISSUER: z.optional(url),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), {
          error: "must be an address such as smtp://user:password@mail.example.com:587",
        }),
      ),
  ),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(SENDER, { error: "must be an address such as 学び舎 <no-reply@example.com>" })),
  ),
  MAIL_REPORTS_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^[\w-]{32,200}$/, { error: "must be 32 or more letters and digits (openssl rand -hex 24)" })),
  ),
  MAILING_RATE: z._default(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/, { error: "must be a number of mails a minute" })),
    "600",
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(live|test)_\w+$/, { error: "must begin with sk_live_ or sk_test_" })),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_(live|test)_\w+$/, { error: "must begin with pk_live_ or pk_test_" })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\S+$/, { error: "must begin with whsec_" }))),
  STRIPE_API_URL: z.optional(url),
  VIDEO_HOSTS_URL: z.optional(url),
  CLOUDFLARE_STREAM_KEY: z.optional(signingKey),
  MUX_SIGNING_KEY: z.optional(signingKey),
  BUNNY_TOKEN_KEY: z.optional(z.string()),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  S3_ENDPOINT: z.optional(url),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  MEDIA_URL: z.optional(
    z.string().check(z.refine(isOrigin, { error: "must be an origin such as https://cdn.example.jp, without a path" })),
  ),
  DEMO: z._default(z.enum(["0", "1", "false", "true"]), "0"),
  LOG_LEVEL: z.optional(z.enum(["debug", "info", "warn", "error", "silent"])),
});

/** Variables of databases and files, for backups. */
export const StorageVariables = z.pick(Variables, {
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_POOLER: true,
  S3_BUCKET: true,
  S3_REGION: true,
  S3_ENDPOINT: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
});
