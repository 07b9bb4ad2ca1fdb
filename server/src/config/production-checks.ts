/** Characters of a secret, and different ones among them: "aaaa…" and "secretsecret…" are long and easily guessed. */
const SECRET_MIN = 32;
const SECRET_VARIETY = 10;

/** Placeholders of copied settings. */
const PLACEHOLDER = /change.?me|replace.?me|your.?secret|example|placeholder|manabiya-demo|password/i;

/** A public site does not start without these. docs/settings.md names the same ones. */
export const REQUIRED = {
  AUTH_SECRET: `set at least ${SECRET_MIN} random characters (optional only with DEMO=1)`,
  STRIPE_SECRET_KEY: "set the card provider's key (optional only with DEMO=1)",
  STRIPE_WEBHOOK_SECRET: "set the secret that the provider signs its messages with",
  PUBLIC_URL: "set the address that visitors use, such as https://manabiya.example.jp",
  SMTP_URL: "set the mail server, members reset passwords by mail",
  MAIL_FROM: "set the mail address that sends, to which members write unless SITE_CONTACT_URL names another contact",
};

const missing = (name: keyof typeof REQUIRED) => `${name}: ${REQUIRED[name]}`;

/** The product has pages of its own instead (decisions/052). */
const OWN_PAGES = ["SITE_TERMS_URL", "SITE_PRIVACY_URL", "SITE_COMMERCE_LAW_URL", "SITE_FAQ_URL", "SITE_CONTACT_URL"];

/** Settings by name, without empty ones. */
type Given = Record<string, string | undefined>;

/** Problems that forbid serving members. The demo checks that no real money is at risk and that nobody else reaches it. */
export function productionProblems(given: Given, demo: boolean): string[] {
  return [
    ...(demo ? [] : secretProblems(given)),
    ...stripeProblems(given, demo),
    ...standInProblems(given, demo),
    ...(demo ? demoProblems(given) : publicProblems(given)),
  ];
}

function secretProblems({ AUTH_SECRET = "" }: Given): string[] {
  if (AUTH_SECRET.length < SECRET_MIN) {
    return [missing("AUTH_SECRET")];
  }
  const isWeak = new Set(AUTH_SECRET).size < SECRET_VARIETY || PLACEHOLDER.test(AUTH_SECRET);
  return isWeak ? ["AUTH_SECRET: is easily guessed; set the output of `openssl rand -base64 48`"] : [];
}

/** A live key must only reach Stripe, and sandbox payments must only exist in the demo. */
function stripeProblems(given: Given, demo: boolean): string[] {
  const key = given["STRIPE_SECRET_KEY"];
  const apiUrl = given["STRIPE_API_URL"];
  const isSandbox = apiUrl !== undefined && !/^https:\/\/api\.stripe\.com\/?$/.test(apiUrl);
  const isLive = /_live_/.test(`${key} ${given["STRIPE_PUBLISHABLE_KEY"]}`);
  const problems: string[] = [];
  if (key === undefined && !demo) {
    problems.push(missing("STRIPE_SECRET_KEY"));
  }
  if (key === undefined && apiUrl !== undefined) problems.push("STRIPE_API_URL: set STRIPE_SECRET_KEY with it");
  if (key !== undefined && given["STRIPE_WEBHOOK_SECRET"] === undefined) {
    problems.push(missing("STRIPE_WEBHOOK_SECRET"));
  }
  if (isSandbox && isLive) problems.push("STRIPE_API_URL: a live key must not go to a sandbox");
  else if (isSandbox && !demo && !isRehearsal(given))
    problems.push("STRIPE_API_URL: a sandbox is for DEMO=1 and rehearsals on this machine alone");
  return problems;
}

/** The server sends requests there, so the address must not lead into the operator's network. */
function standInProblems(given: Given, demo: boolean): string[] {
  const { VIDEO_HOSTS_URL: address } = given;
  if (address === undefined) return [];
  if ((demo || isRehearsal(given)) && URL.canParse(address) && isLoopback(new URL(address).hostname)) return [];
  return ["VIDEO_HOSTS_URL: a stand-in for the video hosts is for DEMO=1 and rehearsals on this machine alone"];
}

function publicProblems(given: Given): string[] {
  const { PUBLIC_URL: address, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if (isRehearsal(given)) return [];
  const problems: string[] = [];
  if (/_test_/.test(given["STRIPE_SECRET_KEY"] ?? ""))
    problems.push("STRIPE_SECRET_KEY: a test key on a public address gives access without money; set the live key");
  if (address === undefined) problems.push(missing("PUBLIC_URL"));
  else if (!address.startsWith("https:"))
    problems.push("PUBLIC_URL: must begin with https://, passwords travel over it");
  if (webhookSecret !== undefined && webhookSecret.length < SECRET_MIN)
    problems.push("STRIPE_WEBHOOK_SECRET: is too short for one that the provider made");
  if (given["SMTP_URL"] === undefined) problems.push(missing("SMTP_URL"));
  if (given["MAIL_FROM"] === undefined && given["SITE_CONTACT_URL"] === undefined) problems.push(missing("MAIL_FROM"));
  for (const name of OWN_PAGES) {
    if (/^https?:\/\/example\.com\b/.test(given[name] ?? "")) problems.push(`${name}: set your own page's address`);
  }
  return problems;
}

/** The demo shows every mail to everybody, and prints a superuser's password. */
function demoProblems({ PUBLIC_URL: address, HOST: host = "127.0.0.1" }: Given): string[] {
  const reason = "the demo shows every mail and a superuser's password, so it is for this machine only";
  const problems: string[] = [];
  if (!isLoopback(host)) problems.push(`HOST: ${reason}; set 127.0.0.1 or unset DEMO`);
  if (address !== undefined && URL.canParse(address) && !isLoopback(new URL(address).hostname)) {
    problems.push(`PUBLIC_URL: ${reason}; set an address of localhost or unset DEMO`);
  }
  return problems;
}

/** A rehearsal, such as a container on a developer's machine: its links work only on that machine. */
export function isRehearsal({ PUBLIC_URL: address, HOST: host = "127.0.0.1" }: Given): boolean {
  if (address === undefined) return isLoopback(host);
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
