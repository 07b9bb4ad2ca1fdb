import { expect, test } from "vitest";
import { parseHostVideo } from "./host-video.ts";

test.each([
  ["dQw4w9WgXcQ", { host: null, video_id: "dQw4w9WgXcQ" }],
  [" https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s ", { host: "youtube", video_id: "dQw4w9WgXcQ" }],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", { host: "youtube", video_id: "dQw4w9WgXcQ" }],
  ["youtube.com/shorts/dQw4w9WgXcQ", { host: "youtube", video_id: "dQw4w9WgXcQ" }],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", { host: "youtube", video_id: "dQw4w9WgXcQ" }],
  ["https://vimeo.com/76979871", { host: "vimeo", video_id: "76979871" }],
  ["https://player.vimeo.com/video/76979871?h=1", { host: "vimeo", video_id: "76979871" }],
  ["ｄＱｗ４ｗ９ＷｇＸｃＱ", { host: null, video_id: "dQw4w9WgXcQ" }],
])("%s is a video", (text, video) => {
  expect(parseHostVideo(text)).toEqual(video);
});

test.each([
  "",
  "https://example.com/watch?v=abc",
  "https://www.youtube.com/",
  "two words",
  "javascript:alert(1)",
  "日本語",
  "a".repeat(65),
])("%s is no video", (text) => {
  expect(parseHostVideo(text)).toBeNull();
});
