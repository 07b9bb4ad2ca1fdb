import { glob, readFile } from "node:fs/promises";
import { CAPTIONS_MAX_BYTES } from "@manabiya/contract/catalogue/captions.ts";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import type { Database } from "../src/db/open.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { clientAddress } from "./testing/client-address.ts";
import { COSTLY, marks } from "./testing/costly-texts.ts";
import { createUser, createVideo } from "./testing/factories.ts";
import { type Field, inputWith, isTaken, requestWith, textFieldsOf } from "./testing/fields.ts";
import { cheapest } from "./testing/processor-time.ts";

/** Milliseconds in which the process answers nobody else. */
const STANDSTILL_MAX = 50;
/** Milliseconds of one statement. */
const STATEMENT_MAX = 250;
/** Captions are read by staff alone, in megabytes that the parser of JSON takes most of the time for. */
const LARGE_STANDSTILL_MAX = 150;

/** Bytes that a field may have in a body, in a form and in captions, and in an address with its encoding. */
const BODY_MAX = 60_000;
const FORM_FIELD_MAX = 250_000;
const QUERY_MAX = 12_000;

const t = useBillingApp();
const calls = everyCall
  .map(({ name, route }) => ({ name, route, fields: textFieldsOf(route) }))
  .filter(({ fields }) => fields.length > 0);

/** Milliseconds of the slowest statement since the last reset. */
let slowest = 0;
let clients = 0;
let caller: number;

function timed(db: Database): Database {
  return {
    ...db,
    query: async (query) => {
      const started = performance.now();
      const result = await db.query(query);
      slowest = Math.max(slowest, performance.now() - started);
      return result;
    },
    transaction: (work) => db.transaction((tx) => work(timed(tx))),
  } as Database;
}

/** A member of staff with all rights, whose notebook is as costly as the API lets it become. */
beforeAll(async () => {
  Object.assign(t.deps.db, timed({ ...t.deps.db }));
  await createVideo(t.db, t.clock);
  // The password of the examples.
  const password_hash = await hashPassword("tomato-soup-41");
  // Number 1 is another's.
  await createUser(t.db, t.clock, { password_hash });
  caller = (await createUser(t.db, t.clock, { is_superuser: true, password_hash })).id;
  await t.db.query({
    text: `insert into notes (user_id, id, video_title, second, text, created_at, updated_at)
           select $1, gen_random_uuid(), '', n, $2, now(), now() from generate_series(1, 100) as n`,
    values: [caller, marks(2_000)],
  });
});

const limitOf = (name: string, { part }: Field, isForm: boolean) => {
  if (part === "querystring") return QUERY_MAX / 3;
  if (name.startsWith("adminCaptions.")) return CAPTIONS_MAX_BYTES / 2;
  return isForm ? FORM_FIELD_MAX : BODY_MAX;
};

/** The schema sees each of them, and the call those that the schema takes, and one that it refuses. */
describe.each(calls)("$name", ({ name, route, fields }) => {
  test("measures texts before it works on them", async () => {
    await t.db.query({ text: "delete from rate_limits" });
    const authorization = await t.as(caller);
    let isRefused = false;
    for (const field of fields) {
      const limit = limitOf(name, field, route.config.upload !== undefined);
      const bound = limit > FORM_FIELD_MAX ? LARGE_STANDSTILL_MAX : STANDSTILL_MAX;
      const { maxLength } = field.schema;
      const texts = Object.entries(COSTLY).flatMap(([what, { bytes, of }]) =>
        [limit / bytes, ...(maxLength ? [maxLength] : [])].map((length) => [what, of(length)] as const),
      );
      for (const [what, text] of texts) {
        const about = `${field.path.join(".")}: ${text.length} × ${what}`;
        const input = inputWith(route, [{ ...field, value: text }]);
        const seen = await cheapest(
          async () => isTaken(route, input),
          (found) => found <= bound,
        );
        expect(seen.milliseconds, about).toBeLessThanOrEqual(bound);
        if (!seen.answer && isRefused) continue;
        isRefused ||= !seen.answer;
        const request = await requestWith(route, input, "1");
        let statement = Infinity;
        const { answer, milliseconds } = await cheapest(
          async () => {
            slowest = 0;
            const headers = { ...authorization, ...request.headers, "x-forwarded-for": clientAddress(++clients) };
            const given = await t.app.inject({ ...request, headers });
            statement = Math.min(statement, slowest);
            return given;
          },
          (found) => found <= bound && statement <= STATEMENT_MAX,
        );
        expect(answer.statusCode, about).toBeLessThan(500);
        expect(milliseconds, about).toBeLessThanOrEqual(bound);
        expect(statement, about).toBeLessThanOrEqual(STATEMENT_MAX);
      }
    }
  });
});

/** Compared with another field, or one of few words that the schema knows. */
const UNMEASURED = "before confirmed dry_run new_password2 parent password2 take_file trash video_id";

test("every text has a length, a format or a pattern", () => {
  const unmeasured = calls.flatMap(({ fields }) =>
    fields
      .filter(({ schema: { maxLength, format, pattern } }) => (maxLength ?? format ?? pattern) === undefined)
      .map(({ path }) => String(path.at(-1))),
  );
  expect(new Set(unmeasured)).toEqual(new Set(UNMEASURED.split(" ")));
});

test("no other code normalises texts, which takes the square of a run of marks", async () => {
  const found: string[] = [];
  for (const folder of ["contract/src", "server/src"]) {
    for await (const file of glob(`${folder}/**/*.ts`, { cwd: new URL("../..", import.meta.url) })) {
      const source = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
      if (/\.normalize\("NFK|normalize\([^)]*nfk/i.test(source) && !file.endsWith(".test.ts")) found.push(file);
    }
  }
  expect(found.toSorted()).toEqual(["contract/src/nfkc.ts", "server/src/csv/write.ts"]);
});
