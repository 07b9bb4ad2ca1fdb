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
