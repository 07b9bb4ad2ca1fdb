import type { Replacement } from "./target.ts";

/** The defect that each attack must find: the source of the service, with a text replaced. */
export const DEFECTS = {
  "closed-login": [
    {
      file: "server/src/limits/rate-limiter.ts",
      from: 'where ${number === 1 ? "not exists (select from full_rungs)" : `exists (select from rung${number - 1})`}',
      to: "where true",
    },
  ],
  "closed-second-step": [
    {
      file: "server/src/limits/declared-limits.ts",
      from: "max: 30, seconds: DAY, strangersOnly: true",
      to: "max: 3, seconds: DAY, strangersOnly: true",
    },
  ],
  "locked-out-owner": [
    {
      file: "server/src/accounts/second-factor/routes.ts",
      from: "if (email_verified_at !== null) return;",
      to: "if (email_verified_at !== undefined) return;",
    },
    {
      file: "server/src/accounts/passwords/first-verification.ts",
      from: "const isFirst = (await markVerified(tx, [userId, new Date(now).toISOString()])).length > 0;",
      to: "const isFirst = false;",
    },
  ],
  "hidden-descriptions": [
    {
      file: "server/src/catalogue/search/routes.ts",
      from: 'return mayWatch || type === "title" ? type : "shown";',
      to: 'return mayWatch || type !== "all" ? type : "all";',
    },
  ],
  "mail-bombing": [
    { file: "server/src/mail/outbox.ts", from: "mailbox: mailboxOf(recipient)", to: "mailbox: recipient" },
  ],
  spellings: [
    {
      file: "server/src/http/security.ts",
      from: "if (isApiRoute(request)) reply.header",
      to: 'if (request.url.startsWith("/api/")) reply.header',
    },
  ],
  "foreign-trial": [
    {
      file: "server/src/personal-data/register.ts",
      from: 'instant }, "trials"),',
      to: "instant }, \"(select t.*, u.id as user_id from (select mailbox, started_at from trials) t join users u on t.mailbox = regexp_replace(u.email, '[+][^@]*', '')) own\"),",
    },
  ],
  "question-scripts": [
    {
      file: "server/src/lists/questions/picture.ts",
      from: "return encoder().webp({ quality: PICTURE_QUALITY }).toBuffer();",
      to: "return encoder === undefined ? Buffer.alloc(0) : Buffer.from(given);",
    },
  ],
  "question-flood": [
    {
      file: "server/src/limits/declared-limits.ts",
      from: 'newMembersQuestion: { rungs: [{ per: ["member"], max: 3,',
      to: 'newMembersQuestion: { rungs: [{ per: ["member"], max: 300,',
    },
  ],
  "public-demo": [
    {
      file: "server/src/config/production-checks.ts",
      from: "...(demo ? demoProblems(given) : publicProblems(given)),",
      to: "...(demo ? [] : publicProblems(given)),",
    },
  ],
  "stale-clips": [
    {
      file: "server/src/catalogue/media/routes.ts",
      from: "return user !== null && canWatch(user, now()) && isCurrent(address, user.plays_until, now());",
      to: "return true;",
    },
  ],
  "cloud-films": [
    { file: "server/src/files/storage/cloud-address.ts", from: "LIFETIME = 60 * 60", to: "LIFETIME = 24 * 60 * 60" },
  ],
  "database-away": [
    { file: "server/src/db/unavailable.ts", from: "if (isReadOnly(error) || MESSAGES.test", to: "if (MESSAGES.test" },
  ],
  "webhook-objects": [
    {
      file: "server/src/billing/sync/received-event.ts",
      from: "const Id = z.string().check(z.regex(/^\\w{1,255}$/));",
      to: "const Id = z.string();",
    },
  ],
  // Nothing is wrong at the check, only later.
  "webhook-addresses": [
    {
      file: "server/src/webhooks/post.ts",
      from: "Promise.race([find(url), ",
      to: "Promise.race([lookup(new URL(url).hostname), ",
    },
  ],
  "provider-takeover": [
    {
      file: "server/src/accounts/providers/provider.ts",
      from: 'const isClaimed = email !== null && [true, "true"]',
      to: 'const isClaimed = email !== null && [true, false, "true"]',
    },
  ],
  formulas: [{ file: "server/src/csv/write.ts", from: '.slice(0, 1).normalize("NFKC")', to: ".slice(0, 1)" }],
  "picture-bombs": [
    {
      file: "server/src/files/thumbnails/decode.ts",
      from: "const content = essentialChunks(given);",
      to: "const content = given;",
    },
  ],
  "open-files": [
    {
      file: "server/src/runtime/foundation.ts",
      from: '  await closeToOthers(env.dataDir, (err) => logger.warn({ err }, "others may read files of DATA_DIR"));\n',
      to: "",
    },
  ],
} satisfies Record<string, Replacement[]>;

const POST = "server/src/webhooks/post.ts";
const ADDRESS = "server/src/webhooks/address.ts";
const PROVIDER = "server/src/accounts/providers/provider.ts";
const PROVIDER_ROUTES = "server/src/accounts/providers/routes.ts";

/** Further defects of an attack, each of them planted alone. */
export const ALSO_PLANTED = {
  "webhook-addresses": [
    // An IP address needs no look-up.
    [{ file: POST, from: "if (found.length > 0 &&", to: "if (family !== 0 ||" }],
    // A redirect is followed.
    [
      {
        file: POST,
        from: 'sent.on("response", (response) => {',
        to: 'sent.on("response", (response) => {\n const to = response.headers.location; if (to) request(to).on("error", () => {}).end();',
      },
    ],
    // One address on the internet is enough.
    [{ file: POST, from: "found.every(", to: "found.some(" }],
    // An address that embeds an IPv4 address counts as one of the internet.
    [{ file: ADDRESS, from: "parsed.match(GLOBAL_UNICAST)", to: "(parsed.match(GLOBAL_UNICAST) || true)" }],
    [{ file: ADDRESS, from: '"168.63.129.16"', to: "" }],
  ],
  "provider-takeover": [
    // Two providers that have the same subject.
    [
      {
        file: "server/src/accounts/providers/identities.ts",
        from: "where issuer = $1 and subject = $2",
        to: "where issuer <> $1 || 'x' and subject = $2 limit 1",
      },
    ],
    [{ file: PROVIDER_ROUTES, from: " || flow.provider !== params.provider", to: "" }],
    [
      {
        file: PROVIDER_ROUTES,
        from: '(await takeHit(db, "providerAnswer", { flow: flow.state }, now())).wait > 0',
        to: "takeHit === undefined",
      },
    ],
    [{ file: PROVIDER, from: "expectedState: state", to: 'expectedState: state === "" ? state : oidc.skipStateCheck' }],
    // Every login has the same secrets but for its state.
    [
      {
        file: PROVIDER_ROUTES,
        from: "nonce: newToken(), verifier: newToken()",
        to: 'nonce: "n".repeat(43), verifier: "v".repeat(43)',
      },
    ],
    // The address at the provider names the account.
    [
      {
        file: PROVIDER_ROUTES,
        from: "const [account] = connects ? [] : await identities.findByIdentity(db, [identity.issuer, identity.subject]);",
        to: 'const owner = await findAccount(db, identity.email ?? ""); const [account] = connects ? [] : owner ? [{ ...owner, email: identity.email ?? "", is_staff: false, is_superuser: false }] : await identities.findByIdentity(db, [identity.issuer, identity.subject]);',
      },
    ],
    [
      {
        file: PROVIDER_ROUTES,
        from: "if (identity === null || idOf(identity) !== id) throw",
        to: "if (identity === null) throw",
      },
    ],
  ],
} satisfies Record<string, Replacement[][]>;
