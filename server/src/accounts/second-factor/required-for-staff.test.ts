import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp({ requireStaffSecondFactor: true });
const accounts = accountCalls(t);
const { turnOn, state } = secondFactorCalls(t, accounts);

const get = (url: string, headers: { authorization: string }) => accounts.call("GET", url, { headers });

test.each([
  ["staff", { is_staff: true }, contract.dashboard.get.url],
  ["superusers", { is_superuser: true }, contract.adminColleagues.list.url],
])("%s have no staff access until they have a required second factor", async (_name, role, url) => {
  const headers = await t.as((await accounts.member(role)).id);
  const refused = await get(url, headers);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({
    type: "second_factor_setup_required",
    error: expect.stringContaining("2段階認証を設定してください"),
  });
  expect((await get(contract.profile.get.url, headers)).json().needs_second_factor).toBe(true);
  expect((await state(headers)).json().is_required).toBe(true);
  await turnOn(headers);
  expect((await get(url, headers)).statusCode).toBe(200);
  expect((await get(contract.profile.get.url, headers)).json().needs_second_factor).toBe(false);
});

test("members need no second factor", async () => {
  const headers = await t.as((await accounts.member()).id);
  expect((await get(contract.home.get.url, headers)).statusCode).toBe(200);
  expect((await state(headers)).json().is_required).toBe(false);
});
