import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { createUser } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE, TEST_SECRET, useTestApp } from "../../../test/testing/test-app.ts";
import { createUnsubscribeLinks } from "./unsubscribe-token.ts";

const t = useTestApp();
const links = createUnsubscribeLinks(SITE, TEST_SECRET);

async function member() {
  const { id, email } = await createUser(t.db, t.clock);
  const headers = await t.as(id);
  const { pathname, search } = new URL(links.link(id));
  return {
    id,
    email,
    address: `${pathname}${search}`,
    choices: async () => (await t.app.inject({ url: contract.choices.get.url, headers })).json(),
    choose: async (payload: object) =>
      (await t.app.inject({ method: "PUT", url: contract.choices.set.url, headers, payload })).json(),
    row: async () => (await selectRows(t.db, "mail_preferences", { user_id: id }))[0],
  };
}

test("a member chooses the digest, refuses everything that advertises, and comes back; the instants are kept", async () => {
  const me = await member();
  expect(await me.choices()).toEqual({ advertising: true, digest: false, answers: true, undeliverable_since: null });
  expect(await me.choose({ advertising: true, digest: true })).toMatchObject({ advertising: true, digest: true });
  const since = t.clock.daysAgo(0);
  t.clock.advance({ minutes: 5 });
  await me.choose({ advertising: true, digest: true });
  expect(await me.row()).toMatchObject({ digest_since: since, refused_at: null, changed_by: "profile" });
  expect(await me.choose({ advertising: false, digest: true })).toMatchObject({ advertising: false, digest: false });
  expect(await me.row()).toMatchObject({ digest_since: null, refused_at: t.clock.daysAgo(0) });
  expect(await me.choose({ advertising: true, digest: false })).toMatchObject({ advertising: true, digest: false });
});

const BOUNDARY = "x";
const FORMS = [
  ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`,
  ],
];

test.each(FORMS)(
  "one click with %s refuses at once, without a login, and any number of times",
  async (type, payload) => {
    const [me, other] = [await member(), await member()];
    await me.choose({ advertising: true, digest: true });
    for (let time = 0; time < 2; time++) {
      const response = await t.app.inject({
        ...{ method: "POST", url: me.address, payload },
        headers: { "content-type": type },
      });
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain("配信を停止しました");
      expect(response.headers["cache-control"]).toBe("no-store");
    }
    expect(await me.choices()).toMatchObject({ advertising: false, digest: false });
    expect(await me.row()).toMatchObject({ changed_by: "link", refused_at: t.clock.daysAgo(0) });
    expect(await other.choices()).toMatchObject({ advertising: true });
  },
);

test("opening the link changes nothing, because programs open the links of a mail", async () => {
  const me = await member();
  const page = await t.app.inject({ url: me.address });
  expect(page.body).toContain("停止しますか？");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["referrer-policy"]).toBe("no-referrer");
  expect(page.body).not.toContain(me.email);
  expect(await me.choices()).toMatchObject({ advertising: true });
});

test("a forged, cut or foreign token says nothing and changes nothing", async () => {
  const me = await member();
  const stranger = createUnsubscribeLinks(SITE, `${TEST_SECRET} of another site`).link(me.id);
  const addresses = ["/unsubscribe", "/unsubscribe?token=a&token=b", me.address.slice(0, -2), new URL(stranger)];
  for (const each of addresses) {
    const url = each instanceof URL ? `${each.pathname}${each.search}` : each;
    for (const method of ["GET", "POST"] as const) {
      const response = await t.app.inject({ method, url });
      expect([response.statusCode, response.body.includes("リンクが無効です")]).toEqual([400, true]);
    }
  }
  expect(await me.choices()).toMatchObject({ advertising: true });
});

test("links of all members are equally long and never the same", () => {
  const all = [1, 1, 99_999_999].map((id) => links.link(id));
  expect(new Set(all).size).toBe(3);
  expect(new Set(all.map(({ length }) => length)).size).toBe(1);
});
