import { glob, readFile } from "node:fs/promises";
import { CAPTIONS_MAX_BYTES } from "@manabiya/contract/catalogue/captions.ts";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import type { Database } from "../src/db/open.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { clientAddress } from "./testing/client-address.ts";
import { createUser, createVideo } from "./testing/factories.ts";
import { type Field, requestWith, textFieldsOf } from "./testing/fields.ts";
import { cheapest } from "./testing/processor-time.ts";

/** Milliseconds in which the process answers nobody else. */
const STANDSTILL_MAX = 50;
/** Milliseconds of one statement. */
const STATEMENT_MAX = 250;
/** Captions are read by staff alone, in megabytes that the parser of JSON takes most of the time for. */
const LARGE_STANDSTILL_MAX = 150;

const BODY_MAX = 60_000;
/** Bytes of an address with its encoding, below the limit of Node for headers. */
const QUERY_MAX = 12_000;
const FORM_FIELD_MAX = 250_000;

/** Each `count` bytes of UTF-8. */
const COSTLY: Record<string, (bytes: number) => string> = {
  "marks in the wrong order": (bytes) => `a${"\u0300".repeat(bytes / 4)}${"\u0327".repeat(bytes / 4 - 1)}`,
  "signs that become eighteen": (bytes) => "ﷺ".repeat(bytes / 3),
  "line feeds and separators": (bytes) => `a${"\r\n、,|; \t　".repeat(bytes / 17)}`,
};

const t = useBillingApp();
const calls = everyCall
  .map(({ name, route }) => ({ name, route, fields: textFieldsOf(route) }))
  .filter(({ fields }) => fields.length > 0);

/** Milliseconds of the slowest statement since the last reset. */
let slowest = 0;
let clients = 0;
const hash = hashPassword("tomato-soup-41");

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

beforeAll(async () => {
  Object.assign(t.deps.db, timed({ ...t.deps.db }));
  await createVideo(t.db, t.clock);
});

/** A member of staff with all rights, whose notebook is as costly as the API lets it become. */
async function caller() {
  const { id } = await createUser(t.db, t.clock, { is_superuser: true, password_hash: await hash });
  await t.db.query({
    text: `insert into notes (user_id, id, video_title, second, text, created_at, updated_at)
           select $1, gen_random_uuid(), '', n, $2, now(), now() from generate_series(1, 100) as n`,
    values: [id, COSTLY["marks in the wrong order"]?.(6_000).slice(0, 2_000)],
  });
  return t.as(id);
}

const limitOf = (name: string, { part }: Field, isForm: boolean) => {
  if (part === "querystring") return QUERY_MAX / 3;
  if (name.startsWith("adminCaptions.")) return CAPTIONS_MAX_BYTES / 2;
  return isForm ? FORM_FIELD_MAX : BODY_MAX;
};

describe.each(calls)("$name", ({ name, route, fields }) => {
  test("measures texts before it works on them", async () => {
    const authorization = await caller();
    for (const field of fields) {
      const limit = limitOf(name, field, route.config.upload !== undefined);
      const texts = Object.entries(COSTLY).flatMap(([what, make]) => {
        const { maxLength } = field.schema;
        const isAccepted = maxLength !== undefined && (field.part === "querystring" || what.startsWith("marks"));
        const longest = isAccepted ? [make(3 * maxLength).slice(0, maxLength)] : [];
        return [make(limit), ...longest].map((text) => [what, text] as const);
      });
      for (const [what, text] of texts) {
        const request = await requestWith(route, field, text, { param: "1" });
        const bound = limit > FORM_FIELD_MAX ? LARGE_STANDSTILL_MAX : STANDSTILL_MAX;
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
        const about = `${field.path.join(".")}: ${text.length} × ${what}`;
        expect(answer.statusCode, about).toBeLessThan(500);
        expect(milliseconds, about).toBeLessThanOrEqual(bound);
        expect(statement, about).toBeLessThanOrEqual(STATEMENT_MAX);
      }
    }
  });
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
