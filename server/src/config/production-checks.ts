/** Characters of a secret, and how many different ones: "aaaa…" and "secretsecret…" are long and known to everybody. */
const SECRET_MIN = 32;
const SECRET_VARIETY = 10;

/** What people leave in a file that they copied. */
const PLACEHOLDER = /change.?me|replace.?me|your.?secret|example|placeholder|manabiya-demo|password/i;

const LEGAL_PAGES = ["SITE_TERMS_URL", "SITE_PRIVACY_URL", "SITE_FAQ_URL", "SITE_CONTACT_URL"];

/** Settings by name as they were given; empty ones are missing. */
type Given = Record<string, string | undefined>;

/** What must not serve members. In the demo nothing of it counts but where money would go astray. */
export function productionErrors(given: Given, demo: boolean): string[] {
  return demo
    ? stripeFaults(given, demo)
    : [...secretFaults(given), ...stripeFaults(given, demo), ...publicFaults(given)];
}

function secretFaults({ AUTH_SECRET = "" }: Given): string[] {
  if (AUTH_SECRET.length < SECRET_MIN) {
    return [`AUTH_SECRET: set at least ${SECRET_MIN} random characters (optional only with DEMO=1)`];
  }
  const isWeak = new Set(AUTH_SECRET).size < SECRET_VARIETY || PLACEHOLDER.test(AUTH_SECRET);
  return isWeak ? ["AUTH_SECRET: is easily guessed; take what `openssl rand -base64 48` prints"] : [];
}

/** Money never goes astray: a real key speaks to the provider alone, and pretended payments stay in the demo. */
function stripeFaults(given: Given, demo: boolean): string[] {
  const key = given["STRIPE_SECRET_KEY"];
  const apiUrl = given["STRIPE_API_URL"];
  const isSandbox = apiUrl !== undefined && !/^https:\/\/api\.stripe\.com\/?$/.test(apiUrl);
  const isLive = /_live_/.test(`${key} ${given["STRIPE_PUBLISHABLE_KEY"]}`);
  const faults: string[] = [];
  if (key === undefined && !demo) {
    faults.push("STRIPE_SECRET_KEY: set the card provider's key (optional only with DEMO=1)");
  }
  if (key === undefined && apiUrl !== undefined) faults.push("STRIPE_API_URL: set STRIPE_SECRET_KEY with it");
  if (key !== undefined && given["STRIPE_WEBHOOK_SECRET"] === undefined) {
    faults.push("STRIPE_WEBHOOK_SECRET: set the secret that the provider signs its messages with");
  }
  if (isSandbox && isLive) faults.push("STRIPE_API_URL: a live key must not go to a sandbox");
  else if (isSandbox && !demo) faults.push("STRIPE_API_URL: a sandbox is for DEMO=1 alone");
  return faults;
}

/** A server that only its own machine reaches is a rehearsal; one that visitors reach needs what they need. */
function publicFaults(given: Given): string[] {
  const { PUBLIC_URL: address, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if (isRehearsal(given)) return [];
  const faults: string[] = [];
  if (address === undefined)
    faults.push("PUBLIC_URL: set the address that visitors use, such as https://manabiya.example.jp");
  else if (!address.startsWith("https:"))
    faults.push("PUBLIC_URL: must begin with https://, passwords travel over it");
  if (webhookSecret !== undefined && webhookSecret.length < SECRET_MIN)
    faults.push("STRIPE_WEBHOOK_SECRET: is too short for one that the provider made");
  if (given["SMTP_URL"] === undefined)
    faults.push("SMTP_URL: set the mail server, members reset passwords by mail");
  for (const name of LEGAL_PAGES) {
    if (given[name] === undefined || /^https?:\/\/example\.com\b/.test(given[name])) {
      faults.push(`${name}: set your own page's address`);
    }
  }
  return faults;
}

/** Links to this machine, as in a container that is tried at home, lead nobody else to it. */
function isRehearsal({ PUBLIC_URL: address, HOST: host = "127.0.0.1" }: Given): boolean {
  if (address === undefined) return isLoopback(host);
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
