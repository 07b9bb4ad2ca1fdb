import { contract, type OutputOf } from "@manabiya/contract";
import type { PlaylistDetail } from "@manabiya/contract/catalogue/playlists.ts";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { expect, test } from "vitest";
import { createPlaylist, createVideo } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const calls = staffCalls(t);
const { certificates, adminMemberDesk, adminMembers } = contract;
type Certificate = OutputOf<typeof certificates.issue>;
type SharedCertificate = OutputOf<typeof certificates.open>;
const reason = "お問い合わせ 12 への対応";

async function course(title = "はじめての方程式") {
  const videos = [(await createVideo(t.db, t.clock)).id, (await createVideo(t.db, t.clock)).id];
  return { videos, id: (await createPlaylist(t.db, t.clock, title, videos)).id };
}

async function member() {
  const me = await calls.member();
  const issue = (id: number, name: string | null) => me.call(certificates.issue, { id }, { name });
  return {
    ...me,
    issue,
    issued: async (id: number, name: string | null) => (await issue(id, name)).json<Certificate>(),
    finish: async (videos: number[]) => {
      for (const id of videos) await me.call(contract.courses.mark, { id }, { is_finished: true });
    },
    list: async () => (await me.call(certificates.list)).json<{ results: Certificate[] }>().results,
  };
}

const open = (link: string | null) =>
  t.app.inject(certificates.open.url.replace(":link", encodeURIComponent(link ?? "")));
const statusOf = async (link: string | null) => (await open(link)).statusCode;
const shared = async (link: string | null) => (await open(link)).json<SharedCertificate>();
const addVideo = (playlist: number, video: number) =>
  t.db.query({
    text: "insert into playlist_videos (playlist_id, video_id, place) values ($1, $2, 99)",
    values: [playlist, video],
  });

test("a finished course gives a certificate in the name that the member types, and everybody may open its link", async () => {
  const [me, { id, videos }] = [await member(), await course()];
  await me.finish(videos.slice(1));
  expect(await me.list()).toEqual([]);
  expect((await me.issue(id, "山田 花子")).json()).toMatchObject({ error: "修了したコースが見つかりません。" });
  await me.finish(videos);
  const finished_at = new Date(t.clock.now()).toISOString();
  const unissued = {
    id,
    course: "はじめての方程式",
    lessons: 2,
    finished_at,
    name: null,
    link: null,
    is_revoked: false,
  };
  expect(await me.list()).toEqual([unissued]);
  const certificate = await me.issued(id, "  山田 花子 ");
  expect(certificate).toEqual({ ...unissued, name: "山田 花子", link: expect.stringMatching(/^[\w-]{22}$/) });
  expect(await me.list()).toEqual([certificate]);
  // A repeated request, whose first answer was lost.
  expect(await me.issued(id, "山田 花子")).toEqual(certificate);
  // Nothing of the account.
  expect(await shared(certificate.link)).toEqual({
    ...{ course: "はじめての方程式", lessons: 2, finished_at, name: "山田 花子" },
    ...{ title: "修了証", sentence: NO_SITE_FORM.certificate_text, signature: t.deps.site.name },
  });
});

test.each(["𠮷野家 髙橋 﨑 神", "か\u3099 e\u0301", "👩🏽‍🚀", "محمد علي", '<script>alert("1")</script>', "龍".repeat(50)])(
  "keeps the very characters of the name %s",
  async (name) => {
    const [me, { id, videos }] = [await member(), await course()];
    await me.finish(videos);
    expect((await shared((await me.issued(id, name)).link)).name).toBe(name);
  },
);

test("refuses a name that is empty, invisible, too long or broken", async () => {
  const [me, { id, videos }] = [await member(), await course()];
  await me.finish(videos);
  for (const name of ["", " \n", "\u200b", "あ".repeat(51), "\ud800", "a\0b"]) {
    expect((await me.issue(id, name)).statusCode, JSON.stringify(name)).toBe(400);
  }
});

test("another name, a withdrawal, a revocation and a closed account leave a link that opens nothing and tells no difference", async () => {
  const [me, { id, videos }] = [await member(), await course()];
  const desk = await calls.withRights({ may_see_members: true });
  const see = async () => (await desk.call(adminMembers.get, { id: me.user.id })).json<MemberDetail>().certificates;
  await me.finish(videos);
  expect(await see()).toEqual([]);
  const first = await me.issued(id, "花子");
  const renamed = await me.issued(id, "Hanako");
  expect([await statusOf(first.link), await statusOf(renamed.link)]).toEqual([404, 200]);
  expect(await me.issued(id, null)).toEqual({ ...renamed, link: null });
  const closed = (await open("unknown")).json();
  expect((await open(renamed.link)).json()).toEqual(closed);
  const again = await me.issued(id, "Hanako");
  expect([await statusOf(renamed.link), await statusOf(again.link)]).toEqual([404, 200]);
  expect(await see()).toEqual([again]);

  const revoke = (course_: number) =>
    desk.call(adminMemberDesk.revokeCertificate, { id: me.user.id }, { reason, course: course_ });
  expect((await revoke(999_999)).statusCode).toBe(404);
  expect((await revoke(id)).json<MemberDetail>().certificates).toEqual([{ ...again, is_revoked: true }]);
  expect((await revoke(id)).statusCode).toBe(404);
  expect((await open(again.link)).json()).toEqual(closed);
  expect((await me.issue(id, "Hanako")).statusCode).toBe(404);
  expect((await me.issue(id, null)).statusCode).toBe(404);
  expect(await me.list()).toEqual([{ ...again, is_revoked: true }]);
  const log = await selectRows(t.db, "audit_log", { subject_id: me.user.id });
  expect(log.map(({ action, reason: why, after }) => [action, why, after])).toEqual([
    ["member.revoke_certificate", reason, { playlist: id }],
  ]);

  const other = await course("次のコース");
  await me.finish(other.videos);
  const { link } = await me.issued(other.id, "花子");
  expect(await statusOf(link)).toBe(200);
  await t.db.query({ text: "delete from users where id = $1", values: [me.user.id] });
  expect((await open(link)).json()).toEqual(closed);
});

test("a certificate keeps its course as it was: another lesson, another title, unmarked lessons, a removed playlist", async () => {
  const [me, { id, videos }] = [await member(), await course()];
  await me.finish(videos);
  const certificate = await me.issued(id, "花子");
  const before = await shared(certificate.link);
  await t.db.query({ text: "update playlists set title = '新しい名前' where id = $1", values: [id] });
  await addVideo(id, (await createVideo(t.db, t.clock)).id);
  await me.call(contract.courses.mark, { id: videos[0] ?? 0 }, { is_finished: false });
  expect(await me.list()).toEqual([certificate]);
  await t.db.query({ text: "delete from playlists where id = $1", values: [id] });
  expect(await me.list()).toEqual([certificate]);
  expect(await shared(certificate.link)).toEqual(before);
  const { link } = await me.issued(id, "はな");
  expect(await shared(link)).toEqual({ ...before, name: "はな" });
});

test("a lesson watched to its end counts from that moment, and a draft does not", async () => {
  const [me, { id, videos }] = [await member(), await course()];
  const [watched = 0, marked = 0] = videos;
  await addVideo(id, (await createVideo(t.db, t.clock, { published_at: null })).id);
  const watch = (position: number) => me.call(contract.videos.progress, { id: watched }, { position, duration: 600 });
  await watch(539);
  await me.finish([marked]);
  expect(await me.list()).toEqual([]);
  t.clock.advance({ minutes: 2 });
  await watch(541);
  const at = new Date(t.clock.now()).toISOString();
  t.clock.advance({ minutes: 2 });
  await watch(5);
  expect(await me.list()).toMatchObject([{ finished_at: at, lessons: 2 }]);
});

test("a member without access keeps the certificates of what they finished, and nobody changes those of another", async () => {
  const [me, other, { id, videos }] = [await member(), await member(), await course()];
  await me.finish(videos);
  const certificate = await me.issued(id, "花子");
  expect((await other.issue(id, "太郎")).statusCode).toBe(404);
  expect((await other.issue(id, null)).statusCode).toBe(404);
  expect(await other.list()).toEqual([]);
  await t.db.query({ text: "update users set subscription_status = 'canceled' where id = $1", values: [me.user.id] });
  expect(await me.list()).toEqual([certificate]);
  expect((await me.issued(id, "はな")).name).toBe("はな");
});

test("while staff issue none, issued ones stay, their texts follow the settings, and no course promises one", async () => {
  const [me, { id, videos }, second] = [await member(), await course(), await course("次のコース")];
  await me.finish([...videos, ...second.videos]);
  const { link } = await me.issued(id, "花子");
  const superuser = await calls.superuser();
  const texts = { certificate_title: "合格証", certificate_text: "よく学びました。", certificate_signature: "校長" };
  const save = async (given: "on" | "off") => {
    const body = { ...NO_SITE_FORM, ...texts, certificates: given, revision: t.deps.site.revision };
    expect((await superuser.call(contract.adminSite.update, {}, body)).statusCode).toBe(200);
  };
  const promises = async () => (await me.call(contract.playlists.get, { id })).json<PlaylistDetail>().has_certificate;
  expect(await promises()).toBe(true);
  await save("off");
  expect(await promises()).toBe(false);
  expect(await me.list()).toMatchObject([{ id, link }]);
  expect((await me.issue(second.id, "花子")).statusCode).toBe(404);
  expect(await shared((await me.issued(id, "はな")).link)).toMatchObject({
    ...{ name: "はな", title: "合格証", sentence: "よく学びました。", signature: "校長" },
  });
  await save("on");
  expect((await me.issue(second.id, "花子")).statusCode).toBe(200);
});
