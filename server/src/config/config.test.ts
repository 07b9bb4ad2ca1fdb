import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readEnv } from "./config.ts";
import { Variables } from "./env-variables.ts";
import { REQUIRED } from "./production-checks.ts";

const mail = (given: Record<string, string>) => readEnv({ DEMO: "1", ...given }).mail;

/** A public site that names no sender. */
const UNNAMED = { MAIL_FROM: "", SITE_CONTACT_URL: "https://tera.example.jp/", PUBLIC_URL: "https://tera.example.jp/" };

test("sends mails from the site's name and host by default, and writes them to files", () => {
  expect(mail({})).toEqual({
    smtpUrl: null,
    from: { name: "学び舎", address: "no-reply@localhost" },
    rate: 600,
    reportsSecret: null,
  });
  expect(readEnv({ ...PUBLIC, ...UNNAMED, SITE_NAME: "寺子屋" }).mail.from).toEqual({
    name: "寺子屋",
    address: "no-reply@tera.example.jp",
  });
});

test.each([
  ["office@example.com", "学び舎", "office@example.com"],
  ["<office@example.com>", "学び舎", "office@example.com"],
  ["事務局 <office@example.com>", "事務局", "office@example.com"],
  [`"事務局, 東京" <office@example.com>`, "事務局, 東京", "office@example.com"],
])("reads the sender MAIL_FROM=%s", (MAIL_FROM, name, address) => {
  expect(mail({ MAIL_FROM }).from).toEqual({ name, address });
});

test.each(["nobody", "a@b@c", "事務局 office@example.com", "a <b@c>, d <e@f>", "x <a@b>\r\nBcc: c@d"])(
  "refuses MAIL_FROM=%j",
  (MAIL_FROM) => {
    expect(() => mail({ MAIL_FROM })).toThrow(/MAIL_FROM: must be an address/);
  },
);

test.each(["smtp://mail.example.com", "smtps://user:p%40ss@mail.example.com:465", "smtp://127.0.0.1:2525"])(
  "accepts SMTP_URL=%s",
  (SMTP_URL) => {
    expect(mail({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
  },
);

test.each(["mail.example.com", "https://mail.example.com", "smtp://", "smtp://user:pa ss@:x"])(
  "refuses SMTP_URL=%s without repeating its password",
  (SMTP_URL) => {
    expect(() => mail({ SMTP_URL })).toThrow(/SMTP_URL: must be an address such as smtp:/);
    expect(() => mail({ SMTP_URL })).not.toThrow(/pa ss/);
  },
);

test.each<[string, Record<string, string>, RegExp]>([
  [
    "all addresses",
    { HOST: "0.0.0.0", PUBLIC_URL: "https://tera.example.jp" },
    /HOST: the demo .*; PUBLIC_URL: the demo/,
  ],
  ["all addresses, for visitors of localhost", { HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }, /HOST: /],
  ["all addresses of IPv6", { HOST: "::" }, /HOST: /],
  ["an address of the network", { HOST: "192.168.1.7" }, /HOST: /],
  ["a name that only begins like an address of this machine", { HOST: "127.0.0.1.example.jp" }, /HOST: /],
  ["a proxy on this machine", { PUBLIC_URL: "https://tera.example.jp" }, /PUBLIC_URL: /],
  ["a proxy under a name of localhost", { PUBLIC_URL: "http://localhost.example.jp" }, /PUBLIC_URL: /],
])("refuses the demo on %s", (_name, given, message) => {
  for (const DEMO of ["1", "true"]) expect(() => readEnv({ DEMO, ...given })).toThrow(message);
});

test.each([
  {},
  { HOST: "localhost", PUBLIC_URL: "http://localhost:5173" },
  { HOST: "::1", PUBLIC_URL: "http://[::1]:3000" },
  { HOST: "127.0.0.2", PUBLIC_URL: "https://127.0.0.2" },
])("starts the demo on the loopback, also behind a forwarded port: %j", (given) => {
  expect(readEnv({ DEMO: "1", ...given }).demo).toBe(true);
});

const AUTH_SECRET = "0123456789abcdef0123456789abcdef";
const production = { AUTH_SECRET, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };

test("uses Stripe with a key, and the sandbox in a demo without a key", () => {
  expect(readEnv(production).stripe).toEqual({ secretKey: "sk_live_1", webhookSecret: "whsec_1", apiUrl: null });
  expect(readEnv({ DEMO: "1" }).stripe).toBeNull();
});

test("requires a second factor of staff when STAFF_SECOND_FACTOR is required", () => {
  expect(readEnv(production).requireStaffSecondFactor).toBe(false);
  expect(readEnv({ ...production, STAFF_SECOND_FACTOR: "required" }).requireStaffSecondFactor).toBe(true);
  expect(() => readEnv({ ...production, STAFF_SECOND_FACTOR: "yes" })).toThrow(/STAFF_SECOND_FACTOR/);
});

test("the API reference is on in the demo, and elsewhere when API_DOCS says so", () => {
  expect(readEnv({ DEMO: "1" }).apiDocs).toBe(true);
  expect(readEnv({ DEMO: "1", API_DOCS: "off" }).apiDocs).toBe(false);
  expect(readEnv(production).apiDocs).toBe(false);
  expect(readEnv({ ...production, API_DOCS: "on" }).apiDocs).toBe(true);
  expect(() => readEnv({ ...production, API_DOCS: "yes" })).toThrow(/API_DOCS/);
});

test("includes subdomains in HSTS only when HSTS_SUBDOMAINS says so", () => {
  expect(readEnv(production).site.hstsSubdomains).toBe(false);
  expect(readEnv({ ...production, HSTS_SUBDOMAINS: "include" }).site.hstsSubdomains).toBe(true);
  expect(() => readEnv({ ...production, HSTS_SUBDOMAINS: "1" })).toThrow(/HSTS_SUBDOMAINS/);
});

test.each([
  ["", ["loopback", "uniquelocal"]],
  ["none", []],
  ["203.0.113.7, 2001:db8::/32,loopback", ["203.0.113.7", "2001:db8::/32", "loopback"]],
])("trusts the X-Forwarded-For of the named proxies: TRUSTED_PROXIES=%s", (given, proxies) => {
  expect(readEnv({ ...production, TRUSTED_PROXIES: given }).trustedProxies).toEqual(proxies);
});

test.each(["everybody", "10.0.0.0/33", "0.0.0.0/0", "fe80::1%eth0", "10.0.0.0/8/8", "10.0.0", "loopback,*"])(
  "refuses a network that is malformed or too large: TRUSTED_PROXIES=%s",
  (given) => {
    expect(() => readEnv({ ...production, TRUSTED_PROXIES: given })).toThrow(/TRUSTED_PROXIES: must be none/);
  },
);

const SANDBOX = "http://127.0.0.1:4242";

test.each<[string, Record<string, string>, RegExp]>([
  ["production without a key", { STRIPE_SECRET_KEY: "" }, /STRIPE_SECRET_KEY: set the card provider's key/],
  ["an empty webhook secret", { STRIPE_WEBHOOK_SECRET: "" }, /STRIPE_WEBHOOK_SECRET: set the secret/],
  ["an empty webhook secret in the demo", { STRIPE_WEBHOOK_SECRET: "", DEMO: "1" }, /STRIPE_WEBHOOK_SECRET/],
  ["a live key and a sandbox", { STRIPE_API_URL: SANDBOX, DEMO: "1" }, /live key must not go to a sandbox/],
  [
    "a live publishable key and a sandbox",
    { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1", STRIPE_API_URL: SANDBOX, DEMO: "1" },
    /live key must not go to a sandbox/,
  ],
  [
    "a sandbox on a public address",
    { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_URL: SANDBOX, PUBLIC_URL: "https://tera.example.jp" },
    /a sandbox is for DEMO=1 and rehearsals/,
  ],
  ["a sandbox without a key", { STRIPE_SECRET_KEY: "", STRIPE_API_URL: SANDBOX, DEMO: "1" }, /with it/],
  [
    "a stand-in for the video hosts on a public address",
    { VIDEO_HOSTS_URL: SANDBOX, PUBLIC_URL: "https://tera.example.jp" },
    /VIDEO_HOSTS_URL: a stand-in/,
  ],
  [
    "a stand-in for the video hosts on another machine",
    { VIDEO_HOSTS_URL: "http://169.254.169.254/", DEMO: "1" },
    /VIDEO_HOSTS_URL: a stand-in/,
  ],
  ["a malformed key", { STRIPE_SECRET_KEY: "secret" }, /STRIPE_SECRET_KEY: must begin with sk_live_/],
])("refuses %s", (_name, given, message) => {
  expect(() => readEnv({ ...production, ...given })).toThrow(message);
  expect(() => readEnv({ ...production, ...given })).not.toThrow(/sk_live_1|whsec_1/);
});

test("lets a rehearsal on this machine use a sandbox and a stand-in for the video hosts", () => {
  const rehearsal = {
    ...production,
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_API_URL: SANDBOX,
    VIDEO_HOSTS_URL: SANDBOX,
  };
  expect(readEnv(rehearsal).demo).toBe(false);
  expect(() => readEnv({ ...rehearsal, HOST: "0.0.0.0" })).toThrow(/STRIPE_API_URL: a sandbox[^]*VIDEO_HOSTS_URL/);
});

const PUBLIC = {
  ...production,
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef0123456789abcdef",
  PUBLIC_URL: "https://tera.example.jp",
  SMTP_URL: "smtp://mail.example.jp",
  SITE_TERMS_URL: "https://tera.example.jp/terms.html",
  SITE_PRIVACY_URL: "https://tera.example.jp/privacy.html",
  MAIL_FROM: "寺子屋 <office@tera.example.jp>",
  SITE_COMMERCE_LAW_URL: "https://tera.example.jp/tokusho.html",
};

const requiredOf = (given: Record<string, string>) =>
  Object.fromEntries(Object.keys(REQUIRED).map((name) => [name, given[name] ?? ""]));

test("docs/settings.md and the files of settings name the required settings, and no others as required", async () => {
  const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  const names = Object.keys(REQUIRED).toSorted(byName);
  const settings = await read("docs/settings.md");
  const [, list = ""] = /With a public `PUBLIC_URL` these are required: ([^]*?)\./.exec(settings) ?? [];
  const listed = [...list.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
  expect(listed.toSorted(byName)).toEqual(names);
  for (const path of ["deploy/shared/manabiya.env", "docs/containers.md"]) {
    const text = await read(path);
    for (const name of names) expect(text, path).toMatch(new RegExp(`^${name}=`, "m"));
  }
});

test("docs/settings.md explains every setting once, and no other", async () => {
  const text = await readFile(new URL("../../../docs/settings.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  );
  expect(rows.toSorted()).toEqual(Object.keys(Variables.shape).toSorted());
});

test("without pages of its own a site has the product's FAQ, and the sender as its contact", () => {
  const { faqUrl, contactUrl } = readEnv(requiredOf(PUBLIC)).site;
  expect({ faqUrl, contactUrl }).toEqual({
    faqUrl: "https://tera.example.jp/landing#faq",
    contactUrl: "mailto:office@tera.example.jp",
  });
  for (const given of ["help@tera.example.jp", "mailto:help@tera.example.jp"])
    expect(readEnv({ ...PUBLIC, SITE_CONTACT_URL: given }).site.contactUrl).toBe("mailto:help@tera.example.jp");
  for (const given of ["help@", "javascript:alert(1)", "tera.example.jp"])
    expect(() => readEnv({ ...PUBLIC, SITE_CONTACT_URL: given })).toThrow(/SITE_CONTACT_URL: must be/);
  const own = { MAIL_FROM: "", SITE_CONTACT_URL: "https://tera.example.jp/contact.html" };
  expect(readEnv({ ...PUBLIC, ...own }).site.contactUrl).toBe(own.SITE_CONTACT_URL);
});

test("lists every missing setting of a public site at once", () => {
  expect(readEnv(PUBLIC).site.publicUrl).toBe("https://tera.example.jp");
  const bare = { PUBLIC_URL: "http://tera.example.jp", AUTH_SECRET: "x".repeat(40) };
  for (const name of Object.keys(REQUIRED)) {
    if (name !== "AUTH_SECRET" && name !== "STRIPE_WEBHOOK_SECRET")
      expect(() => readEnv({ ...bare, PUBLIC_URL: "", HOST: "0.0.0.0" })).toThrow(new RegExp(`${name}: set`));
    // Nothing else is required.
    const { [name]: _, ...rest } = requiredOf(PUBLIC);
    expect(() => readEnv({ ...rest, HOST: "0.0.0.0" })).toThrow(new RegExp(`^Invalid settings: ${name}: [^;]*$`));
  }
  expect(readEnv(requiredOf(PUBLIC)).site.isPublic).toBe(true);
});

test("lists every missing setting of a server on an open port without PUBLIC_URL", () => {
  const open = { ...PUBLIC, PUBLIC_URL: "", SMTP_URL: "", MAIL_FROM: "", HOST: "0.0.0.0" };
  for (const name of ["PUBLIC_URL", "SMTP_URL", "MAIL_FROM"]) {
    expect(() => readEnv(open)).toThrow(new RegExp(`${name}: set`));
  }
  expect(readEnv({ ...production, PUBLIC_URL: "http://localhost:3000", HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
});

test.each<[string, Record<string, string>, RegExp]>([
  ["a secret of one repeated letter", { AUTH_SECRET: "x".repeat(64) }, /AUTH_SECRET: is easily guessed/],
  ["a copied secret", { AUTH_SECRET: "change-me-0123456789abcdef0123456789" }, /AUTH_SECRET: is easily guessed/],
  ["an open port without an address", { PUBLIC_URL: "", HOST: "0.0.0.0" }, /PUBLIC_URL: set the address/],
  ["a legal page on example.com", { SITE_TERMS_URL: "https://example.com/terms" }, /SITE_TERMS_URL: set your own/],
  ["an unknown kind of pooler", { DATABASE_POOLER: "statement" }, /DATABASE_POOLER/],
  [
    "a placeholder as the webhook secret",
    { STRIPE_WEBHOOK_SECRET: "whsec_later" },
    /STRIPE_WEBHOOK_SECRET: is too short/,
  ],
  ["another origin with a slash", { WEB_ORIGINS: "https://a.example.jp/" }, /WEB_ORIGINS: must be origins/],
  ["a wildcard origin", { WEB_ORIGINS: "https://a.example.jp, *" }, /WEB_ORIGINS: must be origins/],
  ["an API with a path", { API_HOST: "https://a.example.jp/api" }, /API_HOST: must be an origin/],
  ["no processes", { WORKERS: "0" }, /WORKERS: must be a whole number from 1 to 64/],
  ["no connections", { DATABASE_POOL: "1" }, /DATABASE_POOL: must be a whole number from 2 to 200/],
])("refuses on a public site: %s", (_name, given, message) => {
  expect(() => readEnv({ ...PUBLIC, ...given })).toThrow(message);
});

test("a public site without addresses of legal pages links to none, and takes http(s) ones alone", () => {
  const page = PUBLIC.SITE_COMMERCE_LAW_URL;
  expect(readEnv(PUBLIC).site.commerceLawUrl).toBe(page);
  const missing = { ...PUBLIC, SITE_COMMERCE_LAW_URL: "", SITE_TERMS_URL: "", SITE_PRIVACY_URL: "" };
  expect(readEnv(missing).site).toMatchObject({ isPublic: true, commerceLawUrl: "", termsUrl: "", privacyUrl: "" });
  const rehearsal = readEnv({ ...missing, PUBLIC_URL: "http://localhost:3000" }).site;
  expect(rehearsal).toMatchObject({ isPublic: false, commerceLawUrl: "", termsUrl: "https://example.com/terms" });
  expect(() => readEnv({ ...PUBLIC, SITE_COMMERCE_LAW_URL: "javascript:alert(1)" })).toThrow(/SITE_COMMERCE_LAW_URL: /);
});

test("accepts a registration number of the invoice system with a valid check digit; the demo has one of its own", () => {
  const number = "T7000012050002";
  expect(readEnv(PUBLIC).site.invoiceNumber).toBe("");
  expect(readEnv({ ...PUBLIC, SITE_INVOICE_NUMBER: number }).site.invoiceNumber).toBe(number);
  expect(readEnv({ DEMO: "1" }).site.invoiceNumber).toMatch(/^T\d{13}$/);
  for (const wrong of ["7000012050002", "T7000012050003", "T70000120500021"]) {
    expect(() => readEnv({ ...PUBLIC, SITE_INVOICE_NUMBER: wrong })).toThrow(/SITE_INVOICE_NUMBER: must be T and 13/);
  }
});

test("serves no metrics without METRICS_PORT, and binds them to loopback by default", () => {
  expect(readEnv(PUBLIC).metrics).toBeNull();
  expect(readEnv({ ...PUBLIC, METRICS_PORT: "9100" }).metrics).toEqual({ port: 9100, host: "127.0.0.1" });
});

test("stores files locally without a bucket, and refuses incomplete S3 settings", () => {
  const bucket = {
    S3_BUCKET: "media",
    S3_REGION: "ap-northeast-1",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const s3 = (given: Record<string, string>) => readEnv({ DEMO: "1", ...given }).s3;
  expect(s3({})).toBeNull();
  expect(s3(bucket)).toEqual({
    bucket: "media",
    region: "ap-northeast-1",
    endpoint: null,
    accessKeyId: "id",
    secretAccessKey: "secret",
  });
  expect(s3({ ...bucket, S3_ENDPOINT: "https://s3.example.com" })?.endpoint).toBe("https://s3.example.com");
  for (const name of Object.keys(bucket)) {
    expect(() => s3({ ...bucket, [name]: "" })).toThrow(`${name}: set it with the other S3 variables`);
  }
  expect(() => s3({ S3_ENDPOINT: "https://s3.example.com" })).toThrow("S3_BUCKET");
});

test("the address of a replica, which earlier releases read from, is no error", () => {
  const demo = { DEMO: "1" };
  expect(readEnv({ ...demo, DATABASE_REPLICA_URL: "postgres://replica/x" }).hasReplicaUrl).toBe(true);
  expect(readEnv(demo).hasReplicaUrl).toBe(false);
});

test("MEDIA_URL is an origin beside a bucket, and over TLS when the site is", () => {
  const bucket = { S3_BUCKET: "media", S3_REGION: "x", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  const media = (MEDIA_URL: string, given: Record<string, string> = bucket) =>
    readEnv({ DEMO: "1", ...given, MEDIA_URL }).site.mediaUrl;
  expect(media("https://cdn.example.jp")).toBe("https://cdn.example.jp");
  expect(media("")).toBeNull();
  expect(() => media("https://cdn.example.jp", {})).toThrow("MEDIA_URL: set it with the S3 variables");
  expect(() => media("https://cdn.example.jp/films")).toThrow("MEDIA_URL: must be an origin");
  const secure = { ...bucket, PUBLIC_URL: "https://localhost" };
  expect(() => media("http://cdn.example.jp", secure)).toThrow("MEDIA_URL: must begin with https://, as PUBLIC_URL");
});
