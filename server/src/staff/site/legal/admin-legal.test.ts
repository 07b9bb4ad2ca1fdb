import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { Agreement } from "@manabiya/contract/legal/agreements.ts";
import type { LegalScreen } from "@manabiya/contract/legal/admin-legal.ts";
import { ANNOUNCEMENT_DAYS } from "@manabiya/contract/legal/forms.ts";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { selectRows } from "../../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../../test/testing/staff-calls.ts";
import { SITE, useTestApp } from "../../../../test/testing/test-app.ts";
import { createVideo } from "../../../../test/testing/factories.ts";
import { loginProvidersOf } from "../../../config/login-providers.ts";
import { openLiveSite } from "../../../site/live-site.ts";
import { COMMERCE_DRAFT } from "./drafts/commerce.ts";
import { PRIVACY_DRAFT } from "./drafts/privacy.ts";
import { TERMS_DRAFT } from "./drafts/terms.ts";

const webRoot = await mkdtemp(join(tmpdir(), "manabiya-legal-"));
// The build's renderer is tested beside it (web/src/published-pages.test.ts). This one shows what it is given.
const RENDERER = `export const STYLESHEET = "/landing.css";
  export const renderLanding = () => "案内";
  export const renderLegal = (page) => "<html><head></head>" + JSON.stringify(page) + "</html>";`;

beforeAll(async () => {
  await mkdir(join(webRoot, ".render"));
  await writeFile(join(webRoot, ".render", "published-pages.js"), RENDERER);
  await writeFile(join(webRoot, "index.html"), '<p data-versions="__LEGAL_VERSIONS__">__SITE_TERMS_URL__</p>');
});
afterAll(() => rm(webRoot, { recursive: true }));

/** Every provider that a setting can add. */
const PROVIDERS = loginProvidersOf({
  ...Object.fromEntries(["GOOGLE", "LINE", "APPLE", "OIDC"].map((name) => [`${name}_CLIENT_ID`, "id"])),
  ...Object.fromEntries(["GOOGLE", "LINE", "APPLE", "OIDC"].map((name) => [`${name}_CLIENT_SECRET`, "secret"])),
  ...{ APPLE_TEAM_ID: "team", APPLE_KEY_ID: "key", OIDC_ISSUER: "https://id.example.jp/realm" },
});
const t = useTestApp({ webRoot, openLoginProviders: async () => PROVIDERS });
const { read, publishCommerce, publishTerms, publishPrivacy, withdraw } = contract.adminLegal;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  await t.db.query({ text: "delete from site_documents" });
  await t.db.query({ text: "delete from mailings where audience = 'required'" });
  me = await staffCalls(t).superuser();
  await t.deps.site.reload();
});

const COMMERCE = {
  ...COMMERCE_DRAFT,
  ...{ seller: "株式会社寺子屋", manager: "山田 太郎", address: "東京都千代田区1-1-1", phone: "03-0000-0000" },
  email: "help@example.jp",
};
const today = () => japanDay(t.clock.now());
const minor = () => ({ effective_on: today(), announcement: "minor" as const, summary: "" });
const terms = (body: string, how: object = {}) => ({
  ...TERMS_DRAFT,
  ...{ operator: "株式会社寺子屋", body, ...minor(), ...how },
});
const publish = async (body: string, how = {}) => {
  t.clock.advance({ minutes: 1 });
  return (await me.call(publishTerms, {}, terms(body, how))).json<LegalScreen>().terms;
};
const page = async (url: string) => t.app.inject({ url });
const textAt = async (url: string) => (await page(url)).body;

describe("特定商取引法に基づく表記", () => {
  test("is a page of the site once its form is complete, with the prices in force", async () => {
    expect((await page("/legal/commerce")).headers["location"]).toBe("/landing");
    expect((await me.get(read.url)).json<LegalScreen>().commerce).toMatchObject({
      latest: null,
      // The settings know the seller already.
      draft: { ...COMMERCE_DRAFT, seller: "株式会社まなびや", address: "東京都千代田区丸の内0-0-0" },
    });
    const empty = await me.call(publishCommerce, {}, COMMERCE_DRAFT);
    expect(Object.keys(empty.json().fields).toSorted()).toEqual(["address", "email", "manager", "phone", "seller"]);
    const { commerce } = (await me.call(publishCommerce, {}, COMMERCE)).json<LegalScreen>();
    expect(commerce).toMatchObject({ in_force: 1, coming: null, latest: { form: COMMERCE, effective_on: today() } });
    const text = await textAt("/legal/commerce");
    for (const part of ["株式会社寺子屋", "03-0000-0000", "月額プラン：1,650円（税込）"]) expect(text).toContain(part);
    expect(t.deps.site.commerceLawUrl).toBe(`${SITE.publicUrl}/legal/commerce`);
    expect(await textAt("/sitemap.xml")).toContain(`${SITE.publicUrl}/legal/commerce`);
    const [entry] = await selectRows(t.db, "audit_log");
    expect(entry).toMatchObject({ action: "document.update", after: { version: 1 } });
  });

  test("may tell address and telephone on request instead, and then shows neither", async () => {
    const body = { ...COMMERCE, disclosure: "both_on_request", address: "", phone: "" };
    expect((await me.call(publishCommerce, {}, body)).statusCode).toBe(200);
    const hidden = { ...COMMERCE, disclosure: "both_on_request" };
    await me.call(publishCommerce, {}, hidden);
    const text = await textAt("/legal/commerce");
    expect(text).toContain("ご請求があれば、遅滞なく開示します");
    expect(text).not.toMatch(/03-0000-0000|千代田区/);
  });
});

describe("versions", () => {
  test("are all readable, and an unchanged text makes none", async () => {
    await publish("第1条（適用）\n一番目");
    await publish("第1条（適用）\n二番目");
    expect((await publish("第1条（適用）\n二番目")).latest?.revision).toBe(2);
    expect(await textAt("/legal/terms")).toContain("二番目");
    const first = await textAt("/legal/terms/1");
    expect(first).toContain("一番目");
    expect(first).toContain('"state":"earlier"');
    for (const url of ["/legal/terms/3", "/legal/terms/x", "/legal/privacy", "/legal/privacy/1"]) {
      expect((await page(url)).headers["location"]).toBe("/landing");
    }
  });

  test("are refused with the present one when another was published meanwhile", async () => {
    await publish("第1条（適用）\n一番目");
    await publish("第1条（適用）\n二番目", { revision: 1 });
    const late = await me.call(publishTerms, {}, terms("第1条（適用）\n遅れた変更", { revision: 1 }));
    expect(late.statusCode).toBe(409);
    expect(late.json().current).toMatchObject({ revision: 2, form: { body: "第1条（適用）\n二番目" } });
  });

  test("hold from their first day, in every process", async () => {
    const other = await openLiveSite(t.db, SITE, t.clock.now);
    await publish("現在の内容");
    const effective_on = addDays(today(), 3);
    expect(await publish("改定後の内容", { effective_on })).toMatchObject({ in_force: 1, coming: 2 });
    const before = await textAt("/legal/terms");
    expect(before).toContain("現在の内容");
    expect(before).toContain(`"coming":{"revision":2,"effective_on":"${effective_on}"`);
    expect(await textAt("/legal/terms/2")).toContain('"state":"coming"');
    t.clock.advance({ days: 3 });
    for (const site of [t.deps.site, other]) await site.reload();
    expect(other.legal.terms.inForce?.revision).toBe(2);
    expect(await textAt("/legal/terms")).toContain("改定後の内容");
  });

  test("can be withdrawn before their first day, with their notice and the mails that wait", async () => {
    expect((await me.call(withdraw, { page: "terms" })).statusCode).toBe(400);
    await publish("現在の内容");
    const how = { announcement: "members", effective_on: addDays(today(), ANNOUNCEMENT_DAYS), summary: "料金" };
    await publish("取り下げる内容", how);
    const early = await me.call(publishTerms, {}, terms("先に", minor()));
    expect(early.json().fields.effective_on[0]).toContain("取り下げてください");
    t.clock.advance({ minutes: 1 });
    const after = (await me.call(withdraw, { page: "terms" })).json<LegalScreen>().terms;
    expect(after).toMatchObject({ in_force: 3, coming: null, latest: { form: { body: "現在の内容" } } });
    expect((await selectRows(t.db, "mailings")).find(({ audience }) => audience === "required")?.send_at).toBeNull();
    expect((await selectRows(t.db, "notices")).at(-1)).toMatchObject({ published_at: null });
    t.clock.advance({ days: ANNOUNCEMENT_DAYS });
    await t.deps.site.reload();
    expect(await textAt("/legal/terms")).toContain("現在の内容");
    expect((await page("/legal/terms/2")).headers["location"]).toBe("/legal/terms");
    expect(await textAt("/legal/terms/1")).toContain("現在の内容");
  });

  test("of which members are told begin two weeks later at the earliest, and say what changes", async () => {
    await publish("現在の内容");
    const how = { announcement: "members", effective_on: addDays(today(), ANNOUNCEMENT_DAYS - 1), summary: " " };
    const refused = (await me.call(publishTerms, {}, terms("改定", how))).json();
    expect(refused.fields.summary).toEqual(["変更の概要を入力してください。"]);
    const tooEarly = (await me.call(publishTerms, {}, terms("改定", { ...how, summary: "料金" }))).json();
    expect(tooEarly.fields.effective_on[0]).toContain("14日以上前");
    const past = (await me.call(publishTerms, {}, terms("改定", { effective_on: addDays(today(), -1) }))).json();
    expect(past.fields.effective_on).toEqual(["施行日には、今日以降の日付を選択してください。"]);
  });
});

describe("addresses", () => {
  test("of the environment hold over our pages", async () => {
    await publish("第1条（適用）\n内容");
    const termsUrl = "https://tera.example.jp/terms.html";
    const site = await openLiveSite(t.db, { ...SITE, termsUrl }, t.clock.now);
    expect([site.termsUrl, site.privacyUrl]).toEqual([termsUrl, SITE.privacyUrl]);
    await t.db.query({
      text: "insert into site_settings (revision, settings, changed_at) values (1, '{}', $1)",
      values: [t.clock.daysAgo(0)],
    });
    await site.reload();
    expect(site.termsUrl).toBe(termsUrl);
    const own = await openLiveSite(t.db, SITE, t.clock.now);
    expect(own.termsUrl).toBe(`${SITE.publicUrl}/legal/terms`);
    await t.db.query({ text: "delete from site_settings" });
  });

  test("of our pages stand in every page after the publication", async () => {
    expect(await textAt("/signup")).toContain(SITE.termsUrl);
    await publish("第1条（適用）\n内容");
    expect(await textAt("/signup")).toContain(`>${SITE.publicUrl}/legal/terms<`);
  });
});

test("the table of 外部送信 names every host that a page may contact, with the clouds and logins in use", async () => {
  const films = [
    `https://customer-abc.cloudflarestream.com/${"0".repeat(32)}/manifest/video.m3u8`,
    "https://vz-abc.b-cdn.net/00000000-0000-0000-0000-000000000000/playlist.m3u8",
    `https://stream.mux.com/${"a".repeat(20)}.m3u8`,
    "https://player.vimeo.com/external/1.m3u8?s=a",
  ];
  for (const host_hash of films) await createVideo(t.db, t.clock, { host: "hls", host_hash, video_id: host_hash });
  const policy = String((await page("/login")).headers["content-security-policy"]);
  const hosts = [...policy.matchAll(/https:\/\/([\w.*-]+)/g)].map(([, host]) => host);
  expect(hosts).toEqual(expect.arrayContaining(["player.vimeo.com", "vz-abc.b-cdn.net", "*.vimeocdn.com"]));
  const logins = PROVIDERS.map(({ issuer }) => new URL(issuer).host);
  expect(logins).toHaveLength(4);
  const { draft } = (await me.call(read)).json<LegalScreen>().privacy;
  const rows = draft.transmissions.map(({ recipient }) => recipient).join();
  for (const host of [...hosts, ...logins, "checkout.stripe.com"]) expect(rows).toContain(host);
});

test("drafts without the operator's own fields are refused, and complete ones are published", async () => {
  const refused = (await me.call(publishPrivacy, {}, { ...PRIVACY_DRAFT, ...minor() })).json();
  expect(Object.keys(refused.fields).toSorted()).toEqual(["desk", "operator", "operator_address", "processors"]);
  expect(refused.fields.desk[0]).toContain("「記入してください」の部分");
  const own = {
    processors: "ありません。",
    desk: "help@example.jp",
    operator: "株式会社寺子屋",
    operator_address: "東京都",
  };
  const body = { ...PRIVACY_DRAFT, ...own, ...minor() };
  expect((await me.call(publishPrivacy, {}, body)).statusCode).toBe(200);
  expect((await me.call(publishTerms, {}, terms(TERMS_DRAFT.body))).statusCode).toBe(200);
  expect(await textAt("/legal/terms")).not.toMatch(/\{(事業者名|サイト名|管轄裁判所|月額プランの料金)\}/);
});

describe("a sign-up", () => {
  const signUp = (agreed_versions?: object) =>
    t.app.inject({
      method: "POST",
      url: contract.auth.signup.url,
      payload: {
        ...{ username: "花子", email: `new-${++count}@example.com`, password: "tomato-soup-41" },
        ...{ password2: "tomato-soup-41", agreedToTerms: true, ...(agreed_versions && { agreed_versions }) },
      },
    });
  const agreedBy = async (answer: Awaited<ReturnType<typeof signUp>>) => {
    const headers = { authorization: `Bearer ${answer.json().token.access}` };
    const list = (await t.app.inject({ url: contract.agreements.list.url, headers })).json<Agreement[]>();
    return Object.fromEntries(list.map(({ document, version }) => [document, version]));
  };
  let count = 0;

  test("stores the versions in force, or the addresses of other sites, for the member, the export and staff", async () => {
    expect(await agreedBy(await signUp())).toEqual({ terms: SITE.termsUrl, privacy: SITE.privacyUrl });
    await publish("一番目");
    await publish("二番目");
    const answer = await signUp();
    expect(await agreedBy(answer)).toEqual({ terms: "2", privacy: SITE.privacyUrl });
    const { id } = answer.json().user;
    const detail = (await me.call(contract.adminMembers.get, { id })).json<MemberDetail>();
    expect(detail.agreements[0]).toEqual({ document: "terms", version: "2", agreed_at: t.clock.daysAgo(0) });
  });

  test("stores the version that its page showed, which another may have replaced within a day", async () => {
    await publish("一番目");
    expect(await textAt("/signup")).toContain('data-versions="{&quot;terms&quot;:1}"');
    await publish("二番目");
    expect(await textAt("/signup")).toContain('data-versions="{&quot;terms&quot;:2}"');
    expect(await agreedBy(await signUp({ terms: 1 }))).toMatchObject({ terms: "1" });
    t.clock.advance({ days: 1, minutes: 1 });
    for (const terms of [1, 3]) {
      const refused = await signUp({ terms });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields.agreedToTerms[0]).toContain("改定されました");
    }
    expect(await agreedBy(await signUp({ terms: 2 }))).toMatchObject({ terms: "2" });
  });
});
