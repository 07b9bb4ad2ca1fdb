import type { Route } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { createCategory, createPlaylist, createTag, createUser, createVideo } from "./testing/factories.ts";
import { type FuzzedInput, inputsOf } from "./testing/fuzz/input.ts";
import { requestOf } from "./testing/fuzz/request.ts";
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
  const { headers, ...request } = await requestOf(route, input);
  requests++;
  return t.app.inject({
    ...request,
    // A new client network each time avoids rate limits.
    headers: { ...authorization, ...headers, "x-forwarded-for": clientAddress(++clients) },
  });
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
