import { contract } from "@manabiya/contract";
import { link, schemaOf } from "@manabiya/contract/site/form-nodes.ts";
import { NO_SITE_FORM, type SiteScreen } from "@manabiya/contract/site/form.ts";
import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { composeParts } from "../../mail/email-layout.ts";
import { followSite, openLiveSite } from "../../site/live-site.ts";

/** A link of the landing pages. */
const LinkSchema = schemaOf(link("リンク先"));

const t = useTestApp();
const { read, update } = contract.adminSite;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

const form = (fields: Partial<typeof NO_SITE_FORM>) => ({ ...NO_SITE_FORM, ...fields });

test("stored settings hold over those of the environment, in every process, and are logged", async () => {
  const other = await openLiveSite(t.db, SITE);
  const stop = followSite(other, pino({ level: "silent" }));
  expect((await me.get(read.url)).json<SiteScreen>()).toMatchObject({
    current: { ...NO_SITE_FORM, revision: 0 },
    defaults: { site_name: SITE.name, contact_url: SITE.contactUrl },
    earlier: [],
  });
  const colours = { primary_colour: "#0b5d3b", signal_colour: null };
  const body = form({
    site_name: "寺子屋",
    mail_footer: "寺子屋\n運営事務局",
    faq_url: "mailto:help@example.com",
    ...colours,
  });
  const after = (await me.call(update, {}, { ...body, revision: 0 })).json<SiteScreen>();
  expect(after.current).toMatchObject({ ...body, revision: 1, changed_at: t.clock.daysAgo(0) });
  await vi.waitFor(() => expect(other.name).toBe("寺子屋"), { timeout: 5_000 });
  await stop();
  expect(other).toMatchObject({ contactUrl: SITE.contactUrl, senderName: "寺子屋", publicUrl: SITE.publicUrl });
  expect(other.colours).toEqual({ primary: "#0b5d3b", signal: null });
  const mail = composeParts(other, { title: "題", blocks: ["本文"] });
  expect(mail.subject).toBe("【寺子屋】題");
  expect(mail.text).toContain("寺子屋\n運営事務局\n");
  const [entry] = await selectRows(t.db, "audit_log");
  expect(entry).toMatchObject({
    action: "site.update",
    before: { site_name: null, mail_footer: null, faq_url: null, primary_colour: null },
    after: { site_name: "寺子屋", mail_footer: "寺子屋\n運営事務局", primary_colour: "#0b5d3b" },
  });
});

test("a stale revision is refused with the present settings, and an earlier version is put back by saving it", async () => {
  const first = (await me.call(update, {}, form({ site_name: "一番目" }))).json<SiteScreen>().current;
  const second = (
    await me.call(update, {}, { ...form({ site_name: "二番目" }), revision: first.revision })
  ).json<SiteScreen>();
  expect(second.earlier[0]).toEqual(first);
  const stale = await me.call(update, {}, { ...form({ site_name: "遅れた変更" }), revision: first.revision });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().current).toEqual(second.current);
  const { revision } = second.current;
  const back = (await me.call(update, {}, { ...form({ site_name: "一番目" }), revision })).json<SiteScreen>();
  expect(back.current).toMatchObject({ site_name: "一番目", revision: revision + 1 });
  expect(back.earlier).toHaveLength(second.earlier.length + 1);
  await me.call(update, {}, { ...form({ site_name: "一番目" }), revision: revision + 1 });
  expect(await selectRows(t.db, "site_settings")).toHaveLength(revision + 1);
});

test.each(["office@tera.example.jp", " office@tera.example.jp ", "mailto:office@tera.example.jp"])(
  "the contact %j is a mail to that address",
  async (contact_url) => {
    const answer = await me.call(update, {}, { ...NO_SITE_FORM, contact_url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<SiteScreen>().current).toMatchObject({ contact_url: "mailto:office@tera.example.jp" });
    expect(LinkSchema.parse(contact_url)).toBe("mailto:office@tera.example.jp");
  },
);

test.each([
  ["contact_url", "javascript:alert(1)", "お問い合わせ先は、https://で始まるURLか、メールアドレスを入力してください。"],
  ["faq_url", "data:text/html,x", "よくある質問のURLは、https://で始まるURLか、メールアドレスを入力してください。"],
  ["site_name", "あ".repeat(41), "サイト名は40文字以内で入力してください。"],
  ["site_name", "題\nBcc: a@example.com", "サイト名に改行は使用できません。"],
  ["contact_url", "http://example.com/", "お問い合わせ先は、https://で始まるURLか、メールアドレスを入力してください。"],
  ["site_name", " ", "サイト名を入力してください。"],
  ["primary_colour", "red;}body{display:none", "メインカラーは、#1f4478のように入力してください。"],
  ["primary_colour", "#ffee00", /リンクやボタンの文字が読みにくくなります/],
  ["signal_colour", "#101010", /上に重ねる文字が読みにくくなります/],
  ["first_landing", "https://evil.example", "最初のページを選択してください。"],
] as const)("%s %j is refused at its field", async (field, value, message) => {
  const { length: stored } = await selectRows(t.db, "site_settings");
  const response = await me.call(update, {}, { ...NO_SITE_FORM, [field]: value });
  expect(response.statusCode).toBe(400);
  expect(response.json().fields[field]).toEqual([
    typeof message === "string" ? message : expect.stringMatching(message),
  ]);
  expect(await selectRows(t.db, "site_settings")).toHaveLength(stored);
});
