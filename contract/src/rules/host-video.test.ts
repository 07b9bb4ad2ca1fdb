import { expect, test } from "vitest";
import { cloudOf, HOST_VIDEO_ID_MAX, isVimeoId, parseHostVideo, whyNoVideo } from "./host-video.ts";

const YOUTUBE_ID = "dQw4w9-gX_Q";

test.each([
  [YOUTUBE_ID, { host: null, video_id: YOUTUBE_ID, host_hash: null }],
  ["ｄＱｗ４ｗ９ＷｇＸｃＱ", { host: null, video_id: "dQw4w9WgXcQ", host_hash: null }],
  ["8a41.mp4", { host: "file", video_id: "8a41.mp4", host_hash: null }],
  ["8a41-b_c.webm", { host: "file", video_id: "8a41-b_c.webm", host_hash: null }],
])("%s is an id", (text, video) => {
  expect(parseHostVideo(text)).toEqual(video);
});

test.each(
  [
    "https://www.youtube.com/watch?v=ID",
    " https://www.youtube.com/watch?v=ID&t=30s ",
    "https://www.youtube.com/watch?t=30s&list=PL1&v=ID",
    "https://www.youtube.com/watch/?v=ID#start",
    "https://www.youtube.com/?v=ID",
    "https://m.youtube.com/watch?v=ID",
    "https://music.youtube.com/watch?v=ID&si=abc",
    "https://youtu.be/ID",
    "https://youtu.be/ID?si=abc&t=3",
    "https://youtu.be/ID&t=3",
    "http://www.youtu.be/ID/",
    "youtube.com/shorts/ID",
    "https://youtube.com/shorts/ID?feature=share",
    "https://www.youtube.com/live/ID?si=abc",
    "https://www.youtube.com/embed/ID?start=3",
    "//www.youtube.com/embed/ID",
    "https://www.youtube-nocookie.com/embed/ID",
    "HTTPS://WWW.YOUTUBE.COM/v/ID",
    "https://youtu.be/watch?v=ID",
    "https://youtu.be/embed/ID",
    "https://www.youtube.com/watch?v=ID&amp;t=30s",
    "https://www.youtube.com/watch?app=desktop&#38;v=ID",
    "https://www.youtube.com/watch/ID",
    "https://studio.youtube.com/video/ID/edit",
    "https://studio.youtube.com/video/ID/analytics/tab-overview/period-default",
    "https://gaming.youtube.com/watch?v=ID",
    "https://www.youtubekids.com/watch?v=ID",
    "https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DID%26feature%3Dshare",
    "https://i.ytimg.com/vi/ID/maxresdefault.jpg",
    "https://img.youtube.com/vi/ID/0.jpg",
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/ID?si=a" title="YouTube video player"></iframe>',
    "<https://youtu.be/ID>",
    "「https://youtu.be/ID」",
    "\u202Ahttps://youtu.be/ID\u200B",
  ].map((form) => [form.replace("ID", YOUTUBE_ID)]),
)("%s is a video at YouTube", (text) => {
  expect(parseHostVideo(text)).toEqual({ host: "youtube", video_id: YOUTUBE_ID, host_hash: null });
});

test.each([
  ["https://vimeo.com/76979871", null],
  ["https://vimeo.com/76979871/", null],
  ["https://vimeo.com/76979871?share=copy", null],
  ["https://vimeo.com/76979871/abcdef1234", "abcdef1234"],
  ["vimeo.com/76979871/abcdef1234?share=copy#t=3s", "abcdef1234"],
  ["https://vimeo.com/76979871?h=abcdef1234", "abcdef1234"],
  ["https://vimeo.com/76979871?share=copy&h=abcdef1234", "abcdef1234"],
  ["https://vimeo.com/76979871/?h=abcdef1234", "abcdef1234"],
  ["https://player.vimeo.com/video/76979871", null],
  ["https://player.vimeo.com/video/76979871?h=abcdef1234&badge=0", "abcdef1234"],
  ["//player.vimeo.com/video/76979871?app_id=1&h=abcdef1234", "abcdef1234"],
  ["https://vimeo.com/manage/videos/76979871", null],
  ["https://vimeo.com/manage/videos/76979871/abcdef1234", "abcdef1234"],
  ["https://vimeo.com/manage/videos/76979871/advanced", null],
  ["https://vimeo.com/video/76979871", null],
  ["https://vimeo.com/channels/staffpicks/76979871", null],
  ["https://vimeo.com/groups/name/videos/76979871", null],
  ["https://vimeo.com/showcase/123/video/76979871?h=abcdef1234", "abcdef1234"],
  ["https://vimeo.com/ondemand/film/76979871", null],
  ["https://vimeo.com/76979871?share=copy&amp;h=abcdef1234", "abcdef1234"],
  ["https://vimeo.com/user12345/review/76979871/fedcba9876", null],
  ["https://vimeo.com/reviews/aaaa-bbbb/videos/76979871", null],
  ["https://vimeo.com/moogaloop.swf?clip_id=76979871&server=vimeo.com", null],
  ["https://vimeopro.com/someone/films/video/76979871", null],
  [
    '<iframe src="https://player.vimeo.com/video/76979871?h=abcdef1234&amp;badge=0" width="640"></iframe>',
    "abcdef1234",
  ],
])("%s is a video at Vimeo with the key %s", (text, host_hash) => {
  expect(parseHostVideo(text)).toEqual({ host: "vimeo", video_id: "76979871", host_hash });
});

const UID = "5d5bc37ffcf54c9b82e996823bffbb81";
const GUID = "ee4b9c0d-b165-43c1-8796-5e3ce6252e32";
const MUX_ID = "DS00Spx1CV902MCtPj5WknGlR102V5HFkDe";

test.each([
  [`https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${UID}/manifest/video.m3u8`, "cloudflare", UID],
  [`https://vz-30d21f49-6b1.b-cdn.net/${GUID}/playlist.m3u8`, "bunny", GUID],
  [`https://stream.mux.com/${MUX_ID}.m3u8`, "mux", MUX_ID],
  ["https://player.vimeo.com/external/76979871.m3u8?s=0b2c&oauth2_token_id=1", "vimeo", "76979871"],
])("%s is a playlist at %s", (address, name, id) => {
  expect(cloudOf(address)).toMatchObject({ name, id });
  expect(parseHostVideo(` ${address}\n`)).toEqual({ host: "hls", video_id: id, host_hash: address });
});

test("the parts of a film come from the machine of its playlist, or from its cloud's others", () => {
  const sourcesOf = (address: string) => cloudOf(address)?.sources;
  expect(sourcesOf(`https://vz-a-1.b-cdn.net/${GUID}/playlist.m3u8`)).toEqual(["https://vz-a-1.b-cdn.net"]);
  expect(sourcesOf(`https://stream.mux.com/${MUX_ID}.m3u8`)).toEqual(["https://stream.mux.com", "https://*.mux.com"]);
});

test.each([
  ["https://example.com/film.m3u8", "このURLの動画は再生できません"],
  [`http://stream.mux.com/${MUX_ID}.m3u8`, "このURLの動画は再生できません"],
  [`https://stream.mux.com.example.com/${MUX_ID}.m3u8`, "このURLの動画は再生できません"],
  [`https://user@stream.mux.com/${MUX_ID}.m3u8`, "このURLの動画は再生できません"],
  [`https://stream.mux.com:8443/${MUX_ID}.m3u8`, "このURLの動画は再生できません"],
  [`https://stream.mux.com/${MUX_ID}.m3u8?token=eyJ.a.b`, "期限のあるURLは登録できません"],
  [`https://vz-a-1.b-cdn.net/bcdn_token=x&expires=1/${GUID}/playlist.m3u8`, "期限のあるURLは登録できません"],
  ["https://customer-a.cloudflarestream.com/eyJh.eyJz.c2ln/manifest/video.m3u8", "期限のあるURLは登録できません"],
  [`https://iframe.mediadelivery.net/embed/1/${GUID}`, "動画のページやMP4のURLでは再生できません"],
  [`https://customer-a.cloudflarestream.com/${UID}/watch`, "動画のページやMP4のURLでは再生できません"],
  [`https://stream.mux.com/${MUX_ID}/high.mp4`, "動画のページやMP4のURLでは再生できません"],
  ["two words", "動画ID、またはYouTube・Vimeo"],
])("%s is refused with a reason", (text, reason) => {
  expect(parseHostVideo(text)).toBeNull();
  expect(whyNoVideo(text)).toContain(reason);
});

test.each([
  "",
  "https://example.com/watch?v=abc",
  "https://example.com/?u=https://vimeo.com/76979871/abcdef1234",
  "https://vimeo.com.example.com/76979871",
  "https://notvimeo.com/76979871",
  "https://www.youtube.com/",
  "https://vimeo.com/manage/videos/",
  "https://vimeo.com/event/4212345",
  "videoseries",
  "live_stream",
  "https://www.youtube.com/embed/videoseries?list=PL1234567890",
  "https://www.youtube.com/embed/live_stream?channel=UC1234567890",
  "https://www.youtube-nocookie.com/embed/?listType=playlist&list=PL1",
  "https://www.youtube.com/playlist?list=PL1234567890",
  "https://www.youtube.com/channel/UC1234567890",
  "https://www.youtube.com/clip/UgkxABCDEFG",
  "https://youtu.be/watch",
  "https://www.youtube.com/watch?v=tooShort",
  "https://www.youtube.com/watch?v=dQw4w9-gX_QandMore",
  "https://www.youtube.com/shorts/",
  '<iframe src="https://example.com/embed/dQw4w9-gX_Q"></iframe>',
  "two words",
  "javascript:alert(1)",
  "日本語",
  "a".repeat(65),
  "8a41.mov",
  "../8a41.mp4",
  `${"a".repeat(65)}.mp4`,
])("%s is no video", (text) => {
  expect(parseHostVideo(text)).toBeNull();
});

test("the longest id of every host is a video", () => {
  const longest = `${"a".repeat(HOST_VIDEO_ID_MAX - 5)}.webm`;
  expect(parseHostVideo(longest)).toEqual({ host: "file", video_id: longest, host_hash: null });
});

test.each([
  ["76979871", true],
  ["1084537", true],
  ["12345678901", false],
  ["12", false],
  ["7697987a", false],
])("%s can be Vimeo's alone: %s", (id, isVimeo) => {
  expect(isVimeoId(id)).toBe(isVimeo);
});
