import { expect, test } from "vitest";
import { createNotice, createPlaylist, createUser, createVideo } from "../../test/testing/factories.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { titleBreaks } from "./phrase-breaks.ts";

const t = useTestApp();

const TITLE = "未経験からの案件獲得、AI Worksで";
const PHRASES = ["未経験からの", "案件獲得、", "AI Worksで"];

function cut(text: string, breaks: readonly number[]): string[] {
  return [0, ...breaks].map((from, index) => text.slice(from, breaks[index]));
}

test.each([
  ["つくれる人が、売れる人になる。", ["つくれる", "人が、", "売れる", "人に", "なる。"]],
  [TITLE, PHRASES],
  ["Google Apps Scriptで請求書を", ["Google Apps Scriptで", "請求書を"]],
  ["基本：時給の「計算」から", ["基本：", "時給の", "「計算」から"]],
  ["ビフォー・アフター", ["ビフォー・", "アフター"]],
  ["書き方・完全版──PASONAの流れ", ["書き方・", "完全版──", "PASONAの", "流れ"]],
  ["SEO", ["SEO"]],
  ["", [""]],
])("%s breaks between phrases alone", (text, phrases) => {
  expect(cut(text, titleBreaks(text))).toEqual(phrases);
});

test("videos, playlists and notices carry the breaks beside their exact titles", async () => {
  const video = await createVideo(t.db, t.clock, { title: TITLE });
  const playlist = await createPlaylist(t.db, t.clock, TITLE, [video.id]);
  await createNotice(t.db, t.clock, { notice_title: TITLE });
  const headers = await t.as((await createUser(t.db, t.clock)).id);
  const get = async (url: string) => (await t.app.inject({ url, headers })).json();
  const opened = await get(`/api/playlists/${playlist.id}/`);
  const [notice] = (await get("/api/notices/")).results;
  const found = [
    ...(await get("/api/home/")).newVideos,
    await get(`/api/videos/${video.id}/`),
    ...(await get("/api/playlists/")),
    opened,
    opened.videos[0].video,
    { title: notice.notice_title, title_breaks: notice.notice_title_breaks },
  ];
  expect(found).toHaveLength(6);
  for (const { title, title_breaks } of found) {
    expect(title).toBe(TITLE);
    expect(cut(title, title_breaks)).toEqual(PHRASES);
  }
});
