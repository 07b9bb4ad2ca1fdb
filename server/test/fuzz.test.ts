import type { Route } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { createCategory, createPlaylist, createTag, createUser, createVideo } from "./testing/factories.ts";
import { formPayload } from "./testing/form.ts";
import { type FuzzedInput, inputsOf, isRecord } from "./testing/fuzz/input.ts";
import { judgeAnswer } from "./testing/fuzz/judge-answer.ts";
import { clientAddress } from "./testing/client-address.ts";

/** Inputs per call and role. `npm run prove -- fuzz` uses more, with a new seed each time. */
const RUNS = Number(process.env["PROVE_FUZZ_RUNS"] ?? 2);
const SEED = Number(process.env["PROVE_FUZZ_SEED"] ?? 20_261_121);

const ROLES: Record<string, Parameters<typeof createUser>[2] | null> = {
  visitor: null,
  inactive: { subscription_status: "inactive", subscription_plan: "none" },
  active: {},
  superuser: { is_superuser: true },
};

const t = useBillingApp();
const known = ["1", "2", "external-id-1", "member-1@example.com"];
const hash = hashPassword("tomato-soup-41");
let requests = 0;
let clients = 0;

beforeAll(async () => {
  const video = await createVideo(t.db, t.clock);
  await createTag(t.db, "タグ");
  await createCategory(t.db, "分野");
  await createPlaylist(t.db, t.clock, "リスト", [video.id]);
});

afterAll(() => {
  if (process.env["PROVE_FUZZ_RUNS"]) console.log(`seed ${SEED}: ${requests} requests`);
});

async function ask(route: Route, input: FuzzedInput, authorization: { authorization?: string }) {
  const { params, query, body, form } = input;
  const sent =
    form && isRecord(body)
      ? await formPayload(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, field(value)])))
      : { payload: body === undefined ? "" : JSON.stringify(body), headers: { "content-type": "application/json" } };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, plain(value));
  requests++;
  return t.app.inject({
    method: route.method,
    url: `${route.url.replaceAll(/:(\w+)/g, (_match, name: string) => encoded(params[name] ?? ""))}?${search.toString()}`,
    headers: {
      ...authorization,
      ...sent.headers,
      // A new client network each time avoids rate limits.
      "x-forwarded-for": clientAddress(++clients),
    },
    ...(route.method !== "GET" && { payload: sent.payload }),
  });
}

const plain = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Longer texts become files, as CSVs and pictures are. */
function field(value: unknown): string | File {
  const text = plain(value);
  return text.length % 2 === 0 ? text : new File([text.toWellFormed()], "file.csv");
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()) || "0";
}

describe.each(Object.entries(ROLES))("as %s", (_role, given) => {
  test.each(everyCall)("$name answers within its contract, whatever the input", async ({ route }) => {
    const caller = given && (await createUser(t.db, t.clock, { password_hash: await hash, ...given }));
    const property = fc.asyncProperty(inputsOf(route, known), async (input) => {
      const headers = caller ? await t.as(caller.id) : {};
      const answer = await ask(route, input, headers);
      expect(
        judgeAnswer(route, {
          status: answer.statusCode,
          body: answer.body,
          type: String(answer.headers["content-type"]),
        }),
      ).toBeNull();
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  });
});
