import { contract, type Route } from "@manabiya/contract";
import type { Question } from "@manabiya/contract/lists/questions.ts";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import type { AdminQuestion } from "@manabiya/contract/lists/admin-questions.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createCaptions, createChapter, createVideo } from "../../../test/testing/factories.ts";
import { fileOf, formPayload } from "../../../test/testing/form.ts";
import { mailsTo, subjectsTo } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { indexMissing } from "../../catalogue/search/index-videos.ts";
import { insertRows } from "../../db/insert-rows.ts";
import type { Database } from "../../db/open.ts";
import { personalData } from "../../personal-data/register.ts";

const t = useTestApp();
const calls = staffCalls(t);
const { questions, adminQuestions } = contract;
const ASKED = { second: 754, text: "移項すると、なぜ符号が変わるのですか？", nickname: "はな", is_public: true };
/** A part of 退会. */
const eraseQuestions = async (tx: Database, user: { id: number; email: string }) => {
  const { onClose } = personalData["questions"] ?? expect.fail();
  await (onClose === "delete"
    ? undefined
    : onClose.anonymize?.(tx, user, { unusableHash: "none", now: t.clock.now() }));
};
const reason = "お問い合わせ 12 への対応";

async function member(given: Parameters<typeof calls.member>[0] = {}) {
  const me = await calls.member({ email_verified_at: t.clock.daysAgo(9), ...given });
  const list = async (id: number) => (await me.call(questions.ofVideo, { id })).json<{ results: Question[] }>();
  const ask = (id: number, fields: Partial<typeof ASKED> = {}) =>
    me.call(questions.ask, { id }, { ...ASKED, ...fields });
  const asked = async (id: number, fields: Partial<typeof ASKED> = {}) => (await ask(id, fields)).json<Question>();
  return { ...me, list, ask, asked, see: async (id: number) => (await list(id)).results };
}

async function teacher() {
  const me = await calls.staff();
  return {
    ...me,
    queue: async (show: string) =>
      (await me.get(`${adminQuestions.list.url}?show=${show}`)).json<{ results: AdminQuestion[] }>().results,
    answer: (id: number, answer = "両辺から同じ数を引くからです。", revision = 0) =>
      me.call(adminQuestions.answer, { id }, { answer, revision }),
    set: (id: number, state: string) => me.call(adminQuestions.setState, { id }, { state }),
  };
}

test("a question goes to the teacher with its place, and to others with the answer; the member hears by one mail", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock, { title: "一次方程式" });
  await createChapter(t.db, { video_id: video.id, title: "移項", time_seconds: 700 });
  expect(await me.list(video.id)).toEqual({ results: [], nickname: null, is_blocked: false });
  const question = await me.asked(video.id);
  expect(question).toMatchObject({ ...ASKED, is_own: true, state: "new", answer: null });
  // The answer was lost.
  expect(await me.asked(video.id)).toEqual(question);
  expect(await me.list(video.id)).toEqual({ results: [question], nickname: "はな", is_blocked: false });
  expect(await other.see(video.id)).toEqual([]);

  const queued = (await staff.queue("open")).find(({ id }) => id === question.id);
  expect(queued).toMatchObject({ video_title: "一次方程式", second: 754, chapter: "移項", member: null });
  const answered = await staff.answer(question.id);
  expect(answered.json()).toMatchObject({ state: "shown", revision: 1, answered_at: t.clock.daysAgo(0) });
  expect((await other.see(video.id)).map(({ nickname, answer, is_own }) => [nickname, answer, is_own])).toEqual([
    ["はな", "両辺から同じ数を引くからです。", false],
  ]);
  const stale = await staff.answer(question.id, "別の画面での回答", 0);
  expect([stale.statusCode, stale.json().current]).toMatchObject([409, { revision: 1 }]);
  await staff.answer(question.id, "両辺に同じ計算をするからです。", 1);
  const [mail, ...more] = await mailsTo(t.db, me.user.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toContain("ご質問への回答が届きました");
  expect(mail?.text).toContain(`/video/${video.id}?t=754&question=${question.id}`);
  expect(mail?.text).not.toContain(ASKED.text);
  const log = await selectRows(t.db, "audit_log", { subject: "question", subject_id: question.id });
  expect(log.map(({ action, after }) => [action, after])).toEqual([
    ["question.answer", { answered: true }],
    ["question.answer", { answered: true }],
  ]);
});

test("a member who refused mails, or whose address is not verified, gets none", async () => {
  const staff = await teacher();
  const video = await createVideo(t.db, t.clock);
  const [refusing, unverified] = [await member(), await member({ email_verified_at: null })];
  const choose = (answers?: boolean) =>
    refusing.call(
      contract.choices.set,
      {},
      { advertising: true, digest: false, ...(answers !== undefined && { answers }) },
    );
  expect((await choose(false)).json()).toMatchObject({ answers: false });
  expect((await choose()).json()).toMatchObject({ answers: false });
  for (const { asked, user } of [refusing, unverified]) {
    expect((await staff.answer((await asked(video.id)).id)).statusCode).toBe(200);
    expect(await subjectsTo(t.db, user.email)).toEqual([]);
  }
  expect((await choose(true)).json()).toMatchObject({ answers: true });
});

test("private, new and hidden questions are unknown to others: not listed, wanted or reported", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const secret = await me.asked(video.id, { text: "内緒の質問", is_public: false });
  await staff.answer(secret.id);
  const fresh = await me.asked(video.id, { text: "まだ見られていない質問" });
  const hidden = await me.asked(video.id, { text: "隠された質問" });
  await staff.answer(hidden.id);
  expect((await other.see(video.id)).map(({ id }) => id)).toEqual([hidden.id]);
  expect((await staff.set(hidden.id, "hidden")).json()).toMatchObject({ state: "hidden" });
  expect(await other.see(video.id)).toEqual([]);
  for (const { id } of [secret, fresh, hidden]) {
    expect((await other.call(questions.want, { id }, { is_wanted: true })).statusCode).toBe(404);
    expect((await other.call(questions.report, { id }, { reason: "宣伝です" })).statusCode).toBe(404);
  }
  expect((await me.see(video.id)).map(({ state }) => state).toSorted()).toEqual(["hidden", "new", "shown"]);
  expect((await staff.queue("hidden")).map(({ id }) => id)).toContain(hidden.id);
});

test("staff let an unanswered question through, and members say that they want to know it, too", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const { id } = await me.asked(video.id);
  await staff.set(id, "shown");
  for (const _twice of [1, 2]) {
    const wanted = await other.call(questions.want, { id }, { is_wanted: true });
    expect(wanted.json()).toMatchObject({ wants: 1, is_wanted: true, answer: null });
  }
  expect((await staff.queue("open")).find((each) => each.id === id)).toMatchObject({ wants: 1 });
  expect((await me.call(questions.want, { id }, { is_wanted: true })).statusCode).toBe(404);
  expect((await other.call(questions.want, { id }, { is_wanted: false })).json()).toMatchObject({ wants: 0 });
});

test("a reported question stays until staff hide it or find it in order", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const { id } = await me.asked(video.id);
  await staff.answer(id);
  expect((await other.call(questions.report, { id }, { reason: "宣伝です" })).json()).toEqual({ reported: true });
  expect(await other.see(video.id)).toHaveLength(1);
  const reported = async () => (await staff.queue("reported")).map((each) => [each.id, each.reports]);
  expect(await reported()).toEqual([[id, ["宣伝です"]]]);
  expect((await staff.set(id, "shown")).json()).toMatchObject({ reports: [], state: "shown" });
  expect(await reported()).toEqual([]);
});

test("a member corrects an own question until it is answered, and others see none that staff have not seen", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const { id } = await me.asked(video.id);
  const corrected = { text: "移項すると、符号はどうなりますか？", nickname: "もも", is_public: true };
  const correct = (by: typeof me, question = id) => by.call(questions.correct, { id: question }, corrected);
  await staff.set(id, "shown");
  expect(await other.see(video.id)).toHaveLength(1);
  expect((await correct(other)).statusCode).toBe(404);
  expect((await correct(me)).json()).toMatchObject({ ...corrected, second: ASKED.second, state: "new" });
  expect(await other.see(video.id)).toEqual([]);
  // The teacher's page has the text of before.
  const stale = await staff.call(adminQuestions.setState, { id }, { state: "shown", revision: 1 });
  expect([stale.statusCode, stale.json().current]).toMatchObject([409, { text: corrected.text }]);
  expect(stale.json().error).toContain("会員またはほかのスタッフが先に更新しました。");
  expect((await staff.answer(id)).statusCode).toBe(409);
  await staff.answer(id, "変わります。", 2);
  expect([(await correct(me)).json().type, (await correct(other)).statusCode]).toEqual(["question_answered", 404]);
  const { id: hidden } = await me.asked(video.id);
  await staff.set(hidden, "hidden");
  expect((await correct(me, hidden)).json().type).toBe("question_answered");
});

test("a picture is made smaller, loses what the camera wrote, and is served to those who see the question", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const { id, has_picture } = await me.asked(video.id);
  expect(has_picture).toBe(false);
  const photo = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#336699" } })
    .withExif({ IFD0: { Copyright: "はなの家" } })
    .jpeg()
    .toBuffer();
  const attach = async (by: typeof me, content: Uint8Array<ArrayBuffer> = new Uint8Array(photo)) => {
    const { payload, headers } = await formPayload({ picture: fileOf(content, "photo.jpg") });
    const url = questions.setPicture.url.replace(":id", String(id));
    return t.app.inject({ method: "PUT", url, payload, headers: { ...by.headers, ...headers } });
  };
  const look = (by: Pick<typeof me, "call">, from: Route = questions.picture) => by.call(from, { id });
  await staff.set(id, "shown");
  expect((await attach(other)).statusCode).toBe(404);
  expect((await attach(me)).json()).toMatchObject({ has_picture: true, state: "new" });
  expect((await attach(me, new TextEncoder().encode("<svg/>"))).json().fields).toHaveProperty("picture");
  expect((await look(other)).statusCode).toBe(404);
  for (const seen of [await look(me), await look(staff, adminQuestions.picture)]) {
    const bytes = Buffer.from(seen.json().address.replace("data:image/webp;base64,", ""), "base64");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 1600, height: 1200 });
    expect(bytes.includes("はなの家")).toBe(false);
  }
  await staff.answer(id, "はい", 2);
  expect((await look(other)).statusCode).toBe(200);
  expect((await attach(me)).json().type).toBe("question_answered");
  const data = (await me.get(contract.profile.export.url)).json<{ questions: { picture: string }[] }>();
  expect(data.questions.map(({ picture }) => picture)).toEqual([(await look(me)).json().address]);
  await staff.set(id, "hidden");
  expect([(await look(other)).statusCode, (await look(me)).statusCode]).toEqual([404, 200]);
  await staff.set(id, "shown");
  await t.db.transaction((tx) => eraseQuestions(tx, me.user));
  expect((await look(other)).statusCode).toBe(404);
  expect((await other.see(video.id)).map(({ has_picture }) => has_picture)).toEqual([false]);
});

test("a member has pictures in fifty questions at most", async () => {
  const me = await member();
  const video = await createVideo(t.db, t.clock);
  const question = { user_id: me.user.id, video_id: video.id, second: 1, nickname: "はな", is_public: true };
  const asked = { ...question, asked_at: t.clock.daysAgo(1), picture: Buffer.from("x") };
  await insertRows(
    t.db,
    "questions",
    Array.from({ length: 50 }, (_, index) => ({ ...asked, text: `質問${index}` })),
  );
  const { id } = await me.asked(video.id);
  const { payload, headers } = await formPayload({ picture: fileOf("x", "photo.jpg") });
  const url = questions.setPicture.url.replace(":id", String(id));
  const refused = await t.app.inject({ method: "PUT", url, payload, headers: { ...me.headers, ...headers } });
  expect(refused.json().type).toBe("too_many_pictures");
});

test("a member withdraws an own question unless others read its answer", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  const withdraw = (by: typeof me, id: number) => by.call(questions.withdraw, { id });
  const [open, secret, read] = [
    await me.asked(video.id, { text: "まだ" }),
    await me.asked(video.id, { text: "内緒", is_public: false }),
    await me.asked(video.id, { text: "公開" }),
  ];
  for (const { id } of [secret, read]) await staff.answer(id);
  await other.call(questions.want, { id: read.id }, { is_wanted: true });
  for (const { id } of [open, secret, read]) expect((await withdraw(other, id)).statusCode).toBe(404);
  for (const { id } of [open, secret]) {
    expect((await withdraw(me, id)).json()).toEqual({ deleted: true });
    expect((await staff.answer(id)).statusCode).toBe(404);
  }
  expect((await withdraw(me, read.id)).json().type).toBe("question_answered");
  expect((await me.see(video.id)).map(({ id }) => id)).toEqual([read.id]);
});

test("answered public questions are found by their words, for those who may watch, as long as they are shown", async () => {
  const [me, other, staff, owner] = [await member(), await member(), await teacher(), await calls.superuser()];
  const ended = await member({ subscription_status: "canceled", subscription_plan: "none" });
  const video = await createVideo(t.db, t.clock, { title: "行列の方程式" });
  const search = async (by: Pick<typeof other, "get">, q: string) =>
    (await by.get(`${contract.search.videos.url}?q=${encodeURIComponent(q)}`)).json<{ results: SearchHit[] }>().results;
  const found = async (q = "カピバラ", by: Pick<typeof other, "get"> = other) =>
    (await search(by, q)).map(({ id, spoken_hits }) => [id, spoken_hits]);
  const hit = {
    starts_ms: 754_000,
    time_formatted: "12:34",
    text: "かぴばらの符号は？",
    answer: "ヌートリアと同じです。",
  };
  const shown = [[video.id, [hit]]];
  // Lines of captions that nobody published stay unknown, although the index now has the video.
  await createCaptions(t.db, video.id, ["カピバラの下書き"], false);
  const { id } = await me.asked(video.id, { text: hit.text });
  await staff.set(id, "shown");
  expect(await found()).toEqual([]);
  await staff.answer(id, hit.answer, 1);
  expect(await found()).toEqual(shown);
  expect(await found("ぬーとりあ")).toEqual(shown);
  expect(await found("カピバラ", ended)).toEqual([]);
  expect(await found("行列", ended)).toEqual([[video.id, undefined]]);
  await staff.set(id, "hidden");
  expect(await found()).toEqual([]);
  await staff.set(id, "shown");
  expect(await found()).toEqual(shown);

  const { id: secret } = await me.asked(video.id, { text: "アルマジロの符号は？", is_public: false });
  await staff.answer(secret, "秘密です。");
  expect(await found("アルマジロ")).toEqual([]);

  const { title, video_id } = video;
  const take = (takes_questions: boolean) =>
    staff.call(contract.adminVideos.update, { id: video.id }, { title, video_id, takes_questions });
  await take(false);
  expect(await found()).toEqual([]);
  await take(true);
  await owner.call(contract.adminSite.update, {}, { ...NO_SITE_FORM, questions: "off" });
  expect(await found()).toEqual([]);
  await owner.call(contract.adminSite.update, {}, NO_SITE_FORM);
  expect(await found()).toEqual(shown);
  await t.db.query({ text: "delete from video_search_spoken where video_id = $1", values: [video.id] });
  await indexMissing(t.db);
  expect(await found("ヌートリア")).toEqual(shown);
});

test("requests that arrive at the same moment store a question once", async () => {
  for (let round = 0; round < 5; round++) {
    const me = await member({ created_at: t.clock.daysAgo(30) });
    const { id } = await createVideo(t.db, t.clock);
    const asked = await Promise.all(Array.from({ length: 5 }, () => me.asked(id)));
    expect(new Set(asked.map((question) => question.id)).size).toBe(1);
  }
});

test("a question that is asked again of other readers is theirs, and one with an answer stays beside the new one", async () => {
  const [me, staff, { id }] = [await member(), await teacher(), await createVideo(t.db, t.clock)];
  const first = await me.asked(id);
  expect(await me.asked(id, { is_public: false })).toMatchObject({ id: first.id, is_public: false });
  expect((await me.see(id)).map(({ is_public }) => is_public)).toEqual([false]);
  await staff.answer(first.id, "答えです。", 1);
  const [second, again] = [await me.asked(id), await me.asked(id)];
  expect(second).toMatchObject({ is_public: true, answer: null });
  expect(again.id).toBe(second.id);
  expect((await me.see(id)).map(({ is_public }) => is_public)).toEqual([false, true]);
});

test("a blocked member asks no more, sees why, and may ask again when staff allow it", async () => {
  const me = await member();
  const video = await createVideo(t.db, t.clock);
  const asked = await me.asked(video.id);
  const desk = await calls.withRights({ may_see_members: true });
  const block = (is_blocked: boolean) =>
    desk.call(contract.adminMemberDesk.blockQuestions, { id: me.user.id }, { is_blocked, reason });
  expect((await block(true)).json()).toMatchObject({ questions_blocked_at: t.clock.daysAgo(0) });
  const refused = await me.ask(video.id, { text: "もう一つ" });
  expect([refused.statusCode, refused.json().type]).toEqual([400, "blocked_from_asking"]);
  const corrected = await me.call(questions.correct, { id: asked.id }, { ...ASKED, text: "直した質問" });
  expect(corrected.json().type).toBe("blocked_from_asking");
  expect(await me.list(video.id)).toMatchObject({ is_blocked: true, results: [{ text: ASKED.text }] });
  await block(false);
  expect((await me.ask(video.id, { text: "もう一つ" })).statusCode).toBe(200);
  const log = await selectRows(t.db, "audit_log", { subject: "member", subject_id: me.user.id });
  expect(log.map(({ action }) => action)).toEqual(["member.block_questions", "member.allow_questions"]);
});

test("an account of less than a day asks three questions a day, others ten", async () => {
  const video = await createVideo(t.db, t.clock);
  for (const [created_at, max] of [
    [t.clock.daysAgo(0.5), 3],
    [t.clock.daysAgo(2), 10],
  ] as const) {
    const me = await member({ created_at });
    const statuses = [];
    for (let index = 0; index <= max; index++)
      statuses.push((await me.ask(video.id, { text: `質問${index}` })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: max }, () => 200), 429]);
  }
});

test("the site or a video takes no questions: the video says so, and all calls about them answer 404", async () => {
  const [me, other] = [await member(), await member()];
  const staff = await teacher();
  const owner = await calls.superuser();
  const video = await createVideo(t.db, t.clock);
  const { id } = await me.asked(video.id);
  await staff.answer(id);
  const { id: own } = await me.asked(video.id, { text: "未回答" });
  let corrections = 0;
  const expectOpen = async (isOpen: boolean) => {
    const status = isOpen ? 200 : 404;
    expect((await me.call(contract.videos.get, { id: video.id })).json()).toMatchObject({ takes_questions: isOpen });
    expect((await me.call(questions.ofVideo, { id: video.id })).statusCode).toBe(status);
    expect((await me.ask(video.id)).statusCode).toBe(status);
    const corrected = await me.call(questions.correct, { id: own }, { ...ASKED, text: `${++corrections}` });
    expect(corrected.statusCode).toBe(status);
    expect((await other.call(questions.want, { id }, { is_wanted: true })).statusCode).toBe(status);
  };
  const take = (takes_questions: boolean) =>
    staff.call(
      contract.adminVideos.update,
      { id: video.id },
      { title: video.title, video_id: video.video_id, takes_questions },
    );
  expect((await take(false)).json()).toMatchObject({ takes_questions: false });
  await expectOpen(false);
  await take(true);
  await expectOpen(true);
  await owner.call(contract.adminSite.update, {}, { ...NO_SITE_FORM, questions: "off" });
  await expectOpen(false);
  await owner.call(contract.adminSite.update, {}, NO_SITE_FORM);
  await expectOpen(true);
});

test("who may not watch, or asks about a video that members do not see, learns nothing", async () => {
  const draft = await createVideo(t.db, t.clock, { published_at: null });
  const me = await member();
  expect((await me.ask(draft.id)).statusCode).toBe(404);
  const ended = await member({ subscription_status: "canceled", subscription_plan: "none" });
  expect((await ended.ask(draft.id)).statusCode).toBe(403);
});

test("退会 keeps an answered question that others see without the person, and deletes the others", async () => {
  const [me, other, staff] = [await member(), await member(), await teacher()];
  const video = await createVideo(t.db, t.clock);
  for (const [text, is_public, isAnswered] of [
    ["残る質問", true, true],
    ["未回答の質問", true, false],
    ["内緒の質問", false, true],
  ] as const) {
    const { id } = await me.asked(video.id, { text, is_public });
    if (isAnswered) await staff.answer(id);
  }
  await t.db.transaction((tx) => eraseQuestions(tx, me.user));
  expect((await other.see(video.id)).map(({ text, nickname }) => [text, nickname])).toEqual([
    ["残る質問", "退会した会員"],
  ]);
  expect(await selectRows(t.db, "questions", { video_id: video.id })).toMatchObject([{ user_id: null }]);
});
