import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@manabiya/contract";
import type { DocumentScreen } from "@manabiya/contract/site/documents.ts";
import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import Fastify from "fastify";
import sharp from "sharp";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { createVideo } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { createApp } from "../../app.ts";
import { publicContentReader } from "../../catalogue/open-lessons/public-content.ts";
import { CatalogSource } from "../../catalogue/cache/catalog-source.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { readShowcase as showcaseOf } from "../../catalogue/videos/showcase.ts";
import { followSite, type LiveSite, openLiveSite } from "../../site/live-site.ts";
import { LANDING_PICTURE_MAX } from "../../site/pictures/encode.ts";
import { deleteExpired } from "../../personal-data/delete-expired.ts";
import { pagesPlugin } from "../../site/pages.ts";
import { securityPlugin } from "../../http/security.ts";

const t = useTestApp();
const { read, update } = contract.landingA;
const { defaults } = LANDINGS.a;
type Screen = DocumentScreen<LandingContent>;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

/** Stands for the build, of which e2e/admin-landing.long.spec.ts renders the real pages. */
const RENDERER = `export const STYLESHEET = "/assets/landing.css";
  export const renderLanding = (variant, content, options) => "<h1>" + content.hero.heading + "</h1>"
    + options.showcase.videos.map(({ title, length, picture }) => [title, length, picture].join(" ")).join()
    + options.showcase.lessons.map(({ id, title }) => " " + id + title).join();`;
let webRoot: string;

/** Another process, which serves pages. */
const other = Fastify();
let site: LiveSite;
let stop: () => Promise<void>;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "manabiya-landing-"));
  await mkdir(join(webRoot, ".render"));
  const files = { "index.html": "app", "landing.html": "of the build", ".render/published-pages.js": RENDERER };
  for (const [name, text] of Object.entries(files)) await writeFile(join(webRoot, name), text);
  site = await openLiveSite(t.db, SITE);
  stop = followSite(site, pino({ level: "silent" }));
  const catalogue = new CatalogSource(t.db, t.clock.now, 0);
  const readShowcase = (chosen: number[]) => showcaseOf(catalogue, t.clock.now, chosen);
  const readPublic = publicContentReader({ catalogue, now: t.clock.now, publicUrl: site.publicUrl });
  await other.register(securityPlugin, { site });
  await other.register(pagesPlugin, { webRoot, site, readShowcase, readPublic, now: t.clock.now });
});

afterAll(async () => {
  await stop();
  await other.close();
  await rm(webRoot, { recursive: true });
});

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

const withHeading = (heading: string): LandingContent => ({ ...defaults, hero: { ...defaults.hero, heading } });
const pageOf = async () => (await other.inject({ url: "/landing" })).body;

test("a published page replaces the product's own in another process within a second, and an earlier version returns", async () => {
  expect((await me.get(read.url)).json<Screen>()).toEqual({
    current: { content: defaults, revision: 0, changed_at: null },
    earlier: [],
  });
  expect(await pageOf()).toBe(`<h1>${defaults.hero.heading}</h1>`);
  const first = (await me.call(update, {}, { content: withHeading("一番目"), revision: 0 })).json<Screen>();
  const published = Date.now();
  await vi.waitFor(async () => expect(await pageOf()).toBe("<h1>一番目</h1>"), { timeout: 5_000 });
  expect(Date.now() - published).toBeLessThan(1_000);
  expect(first.earlier).toEqual([{ content: defaults, revision: 0, changed_at: null }]);

  const stale = await me.call(update, {}, { content: withHeading("遅れた変更"), revision: 0 });
  expect([stale.statusCode, stale.json().current]).toEqual([409, first.current]);
  const same = (await me.call(update, {}, { content: withHeading("一番目"), revision: 1 })).json<Screen>();
  expect(same.current.revision).toBe(1);

  const back = (await me.call(update, {}, { content: defaults, revision: 1 })).json<Screen>();
  expect(back.current).toMatchObject({ content: defaults, revision: 2 });
  await vi.waitFor(async () => expect(await pageOf()).toBe(`<h1>${defaults.hero.heading}</h1>`), { timeout: 5_000 });
  const name = "会員登録の案内（/landing）";
  expect((await selectRows(t.db, "audit_log")).map(({ action, before, after }) => [action, before, after])).toEqual([
    ["document.update", { document: name, version: 0 }, { document: name, version: 1 }],
    ["document.update", { document: name, version: 1 }, { document: name, version: 2 }],
  ]);
});

test("the page shows real videos by title and picture, the newest or the chosen ones, and follows the catalogue", async () => {
  const hidden = { published_at: null, thumbnail: "draft-picture" };
  const bare = await createVideo(t.db, t.clock, { title: "画像なし" });
  const [a, b] = [
    await createVideo(t.db, t.clock, { title: "A", thumbnail: "picture-a" }),
    await createVideo(t.db, t.clock, { title: "B", thumbnail: "picture-b" }),
  ];
  const draft = await createVideo(t.db, t.clock, { title: "下書き", ...hidden });
  const publish = async (chosen: string[]) => {
    const content = { ...withHeading("動画"), videos: { ...defaults.videos, chosen } };
    expect((await me.call(update, {}, { content })).statusCode).toBe(200);
    await site.reload();
    return pageOf();
  };
  const picture = (name: string) => `${name.toUpperCase()} 10:00 /media/thumbnails/picture-${name}-320.webp`;
  expect(await publish([])).toBe(`<h1>動画</h1>${picture("b")},${picture("a")}`);
  const chosen = [`/video/${a.id}`, `https://example.com/video/${b.id}`, `${draft.id}`, `${bare.id}`];
  expect(await publish(chosen)).toBe(`<h1>動画</h1>${picture("a")},${picture("b")}`);
  await t.db.query({ text: "update videos set published_at = null where id = $1", values: [a.id] });
  await bumpCatalogue(t.db);
  expect(await pageOf()).toBe(`<h1>動画</h1>${picture("b")}`);
  const refused = await me.call(
    update,
    {},
    { content: { ...defaults, videos: { ...defaults.videos, chosen: ["x"] } } },
  );
  expect(refused.json().fields["content.videos.chosen.0"]).toEqual([
    "動画は、動画のページのURLか番号で入力してください。",
  ]);
});

test("a title or text that looks like a mark or a placeholder of ours is shown as it was typed", async () => {
  await createVideo(t.db, t.clock, { title: "__SITE_TERMS_URL__の使い方（税込）", thumbnail: "picture-c" });
  const heading = "値は__SITE_NAME_で始まり_";
  expect((await me.call(update, {}, { content: withHeading(heading) })).statusCode).toBe(200);
  await site.reload();
  Object.assign(site, { isTaxExempt: true });
  onTestFinished(() => void Object.assign(site, { isTaxExempt: false }));
  const signs = (html: string) =>
    html.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const shown = signs(await pageOf());
  expect(shown).toContain(heading);
  expect(shown).toContain("__SITE_TERMS_URL__の使い方（税込）");
});

test("the preview shows the open lessons as the published page does, and without one no trace of them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-preview-"));
  await mkdir(join(folder, ".render"));
  await writeFile(join(folder, ".render/published-pages.js"), RENDERER);
  await writeFile(join(folder, "index.html"), "app");
  const app = await createApp({ ...t.deps, webRoot: folder });
  const preview = async () => {
    const url = contract.landingPreview.render.url.replace(":variant", "a");
    const payload = { content: defaults };
    return (await app.inject({ method: "POST", url, payload, headers: me.headers })).json<{ html: string }>().html;
  };
  const before = await preview();
  const { id } = await createVideo(t.db, t.clock, { title: "公開授業" });
  await t.db.query({ text: "update videos set opened_at = published_at where id = $1", values: [id] });
  await bumpCatalogue(t.db);
  expect(await preview()).toBe(`${before} ${id}公開授業`);
  await app.close();
  await rm(folder, { recursive: true });
});

/** A picture in which no pixel resembles another. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer();

async function upload(kind: string, content: Buffer) {
  const form = await formPayload({ kind, picture: fileOf(new Uint8Array(content), "photo.jpg") });
  const headers = { ...form.headers, ...me.headers };
  return t.app.inject({ method: "POST", url: contract.adminSite.addPicture.url, payload: form.payload, headers });
}

test("pictures are cut and small, need a description, are public once published, and outlive the night", async () => {
  expect((await upload("hero_picture", await photo(300, 200))).json().message).toContain("400×300ピクセル以上");
  expect((await upload("hero_picture", await noise(800, 600))).statusCode).toBe(400);
  const stored = await upload("teacher_picture", await photo(1000, 500));
  const { id } = stored.json<{ id: string }>();
  const address = `/pictures/${id}.webp`;
  const content = { ...defaults, teacher: { ...defaults.teacher, name: "先生", picture: id } };
  const undescribed = await me.call(update, {}, { content });
  expect(undescribed.json().fields["content.teacher.alt"]).toEqual(["画像の説明を入力してください。"]);
  expect((await t.app.inject({ url: address })).statusCode).toBe(404);
  const described = { ...content, teacher: { ...content.teacher, alt: "先生の写真" } };
  const unknown = { ...described, hero: { ...defaults.hero, picture: "0".repeat(32), alt: "なし" } };
  expect((await me.call(update, {}, { content: unknown })).json().fields["content.hero.picture"]).toEqual([
    "この画像は保存されていません。画像をもう一度選択してください。",
  ]);
  expect((await me.call(update, {}, { content: described })).statusCode).toBe(200);
  const served = await t.app.inject({ url: address });
  expect(served.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(served.rawPayload.length).toBeLessThanOrEqual(LANDING_PICTURE_MAX);
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", width: 400, height: 400 });
  await me.call(update, {}, { content: defaults });
  expect((await t.app.inject({ url: address })).statusCode).toBe(404);
  await deleteExpired(t.db, t.clock.now() + 3 * 24 * 60 * 60 * 1000);
  expect((await me.call(update, {}, { content: described })).statusCode).toBe(200);
});

test("a stored part that a release no longer understands gives way to the default's, and the rest stands", async () => {
  const content = { ...withHeading("残る"), about: { heading: 1 }, faq: undefined, old: true };
  await t.db.query({
    text: "insert into site_documents values ('landing-b', 1, $1, now())",
    values: [JSON.stringify(content)],
  });
  await vi.waitFor(() => expect(site.documents["landing-b"]).toBeDefined(), { timeout: 5_000 });
  const { about, faq } = LANDINGS.b.defaults;
  const expected = { ...content, about, faq };
  expect(site.documents["landing-b"]?.content).toEqual(Object.fromEntries(Object.entries(expected).slice(0, -1)));
  expect((await me.get(contract.landingB.read.url)).json<Screen>().current.content.faq).toEqual(faq);
});

const question = { question: "質問", answer: "答え", href: "", label: "" };
const withQuestion = (part: Partial<typeof question>) => ({
  faq: { ...defaults.faq, questions: [{ ...question, ...part }] },
});

test.each([
  [
    withQuestion({ href: "javascript:alert(1)" }),
    "faq.questions.0.href",
    /^リンク先は、https:\/\/か\/で始まるURL、またはメールアドレスを/,
  ],
  [withQuestion({ href: "data:text/html,x" }), "faq.questions.0.href", /^リンク先は/],
  [withQuestion({ href: "//evil.example" }), "faq.questions.0.href", /^リンク先は/],
  [withQuestion({ href: "/\\evil.example" }), "faq.questions.0.href", /^リンク先は/],
  [withQuestion({ answer: "{秘密}" }), "faq.questions.0.answer", /^答えの\{ \}の中には、サイト名、月額/],
  [withQuestion({ answer: "__SITE_NAME__" }), "faq.questions.0.answer", "答えに__で囲んだ大文字は使用できません。"],
  [withQuestion({ question: "\u202E逆" }), "faq.questions.0.question", "質問に使用できない文字が含まれています。"],
  [withQuestion({ question: "一\n二" }), "faq.questions.0.question", "質問に改行は使用できません。"],
  [withQuestion({ answer: "あ".repeat(601) }), "faq.questions.0.answer", "答えは600文字以内で入力してください。"],
  [withQuestion({ answer: " " }), "faq.questions.0.answer", "答えを入力してください。"],
  [{ faq: { ...defaults.faq, questions: [] } }, "faq.questions", "質問は1件以上必要です。"],
  [
    { faq: { ...defaults.faq, questions: Array.from({ length: 31 }, () => question) } },
    "faq.questions",
    "質問は30件までです。",
  ],
  [{ sections: defaults.sections.filter(({ name }) => name !== "pricing") }, "sections", /^料金は、表示してください。/],
  [{ sections: [...defaults.sections, ...defaults.sections] }, "sections", "同じ部分が二つあります。"],
])("%# is refused at its field, and nothing is stored", async (part, field, message) => {
  const { length: stored } = await selectRows(t.db, "site_documents");
  const response = await me.call(update, {}, { content: { ...defaults, ...part } as LandingContent });
  expect(response.statusCode).toBe(400);
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect(response.json().fields[`content.${field}`]).toEqual([expected]);
  expect(await selectRows(t.db, "site_documents")).toHaveLength(stored);
});

test("a page of more than 64 KiB is refused", async () => {
  const paragraphs = Array.from({ length: 300 }, () => "あ".repeat(400));
  const content = { ...defaults, closing: { ...defaults.closing, paragraphs } };
  expect((await me.call(update, {}, { content })).statusCode).toBe(413);
});

test("an operator who publishes the sample as it stands has it as a version of their own", async () => {
  const publish = () => me.call(contract.landingB.update, {}, { content: LANDINGS.b.defaults });
  await t.db.query({ text: "delete from site_documents where document = 'landing-b'" });
  expect((await publish()).json<Screen>().current.revision).toBe(1);
  expect((await publish()).json<Screen>().current.revision).toBe(1);
});
