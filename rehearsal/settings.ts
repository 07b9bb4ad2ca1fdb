import { mergedSettings, withoutEmpty } from "@manabiya/server/src/config/settings-file.ts";
import { OperatorError } from "@manabiya/server/src/errors/operator-error.ts";

/** The settings that a rehearsal takes over. None of them leads out of this machine, and none holds a secret. */
const TAKEN_OVER = [
  ...["SITE_NAME", "SITE_TERMS_URL", "SITE_PRIVACY_URL", "SITE_FAQ_URL", "SITE_CONTACT_URL", "SITE_COMMERCE_LAW_URL"],
  ...["SITE_INVOICE_NUMBER", "SITE_OWNER_NAME", "SITE_OWNER_ADDRESS", "MAIL_FROM", "MAILING_RATE"],
  ...["API_DOCS", "TRUSTED_PROXIES", "WORKERS"],
];

/** Settings that a rehearsal replaces by its own, or does without. It never reads their values. */
const REPLACED = [
  ...["PORT", "PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "DATABASE_POOLER", "DATABASE_POOL", "AUTH_SECRET", "DEMO"],
  ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY", "STRIPE_API_URL", "SMTP_URL"],
  ...["S3_BUCKET", "S3_REGION", "S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "MEDIA_URL"],
  ...["METRICS_PORT", "METRICS_HOST", "DRAIN_SECONDS", "HSTS_SUBDOMAINS", "STAFF_SECOND_FACTOR", "VIDEO_HOSTS_URL"],
  ...["CLOUDFLARE_STREAM_KEY", "MUX_SIGNING_KEY", "BUNNY_TOKEN_KEY"],
  ...["STAFF_PROVIDER_LOGIN", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "LINE_CLIENT_ID", "LINE_CLIENT_SECRET"],
  ...["APPLE_CLIENT_ID", "APPLE_CLIENT_SECRET", "APPLE_TEAM_ID", "APPLE_KEY_ID"],
  ...["OIDC_NAME", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
];

/** Variables of this process that the programs of a rehearsal need. */
const PROGRAM = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "NODE_OPTIONS", "NODE_COMPILE_CACHE"];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

export interface OwnSettings {
  takenOver: Record<string, string>;
  /** Names of the given settings that are not used. */
  replaced: string[];
}

/**
 * The operator's settings as far as a rehearsal uses them. A variable of the environment wins over the file, as with every
 * other command.
 * @param file null: the environment alone
 * @throws OperatorError
 */
export function readOwnSettings(environment: NodeJS.ProcessEnv, file: string | null): OwnSettings {
  const given = file === null ? withoutEmpty(environment) : mergedSettings(file, environment);
  const host = environment["HOST"] || "127.0.0.1";
  if (!LOOPBACK.test(host)) {
    throw new OperatorError(
      `HOST is ${host}, but a rehearsal shows every mail and a superuser's password, so it is for this machine alone: ` +
        "unset HOST, and look from another computer by ssh -L.",
    );
  }
  const foreign = ["API_HOST", "WEB_ORIGINS"].find((name) => given[name] !== undefined);
  if (foreign !== undefined) {
    throw new OperatorError(
      `${foreign}: the pages were built to call another address, so a rehearsal would act on the real service. ` +
        "Rehearse from a folder in which you ran npm run build without API_HOST, with settings that name neither.",
    );
  }
  const named = (names: string[]) => names.filter((name) => given[name] !== undefined);
  return {
    takenOver: Object.fromEntries(named(TAKEN_OVER).map((name) => [name, given[name] ?? ""])),
    replaced: [...named(REPLACED), ...(given["HOST"] === undefined ? [] : ["HOST"])],
  };
}

/** The environment of every program of a rehearsal, before its own settings. */
export function programEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(PROGRAM.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}
