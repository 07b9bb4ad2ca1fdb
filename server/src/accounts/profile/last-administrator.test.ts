import { contract } from "@manabiya/contract";
import { afterEach, describe, expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, isSignedIn } = accountCalls(t);

const close = (headers: { authorization: string }) =>
  call("POST", contract.profile.remove.url, { headers, payload: { password: PASSWORD } });

describe("closing an administrator's account", () => {
  afterEach(async () => {
    await t.db.query({ text: "update users set is_staff = false, is_superuser = false" });
  });

  const LAST = "最後の管理者は退会できません。先に別の管理者を設定してください。";

  test("the last superuser cannot close the account, even beside other staff", async () => {
    const superuser = await member({ is_superuser: true, is_staff: true });
    await member({ is_staff: true });
    await member({ is_superuser: true, closed_at: t.clock.daysAgo(1) });
    const headers = await t.as(superuser.id);
    const response = await close(headers);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: LAST, type: "last_administrator" });
    expect(await isSignedIn(headers)).toBe(true);
  });

  test("the last member of staff cannot close the account without a superuser", async () => {
    const response = await close(await t.as((await member({ is_staff: true })).id));
    expect(response.json().error).toBe(LAST);
  });

  test("staff can close their account while a superuser exists", async () => {
    await member({ is_superuser: true });
    expect((await close(await t.as((await member({ is_staff: true })).id))).statusCode).toBe(200);
  });

  test("of the last two superusers who close their accounts concurrently one stays", async () => {
    const [one, two] = [await member({ is_superuser: true }), await member({ is_superuser: true })];
    const headers = [await t.as(one.id), await t.as(two.id)];
    const responses = await Promise.all(headers.map((each) => close(each)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});
