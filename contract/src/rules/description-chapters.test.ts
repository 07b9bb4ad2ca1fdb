import { expect, test } from "vitest";
import { chaptersIn } from "./description-chapters.ts";

test("lines that begin with a time are chapters, ordered by time", () => {
  const text = `この動画では集客を学びます。

0:00 はじめに
【1:30】見出しの型
（12:05） - まとめ
・３：１５　例文
1:02:03 質疑応答
今日は 1:30 に始まります
4:00
1:30 同じ時間の二つ目`;
  expect(chaptersIn(text)).toEqual([
    { title: "はじめに", time_seconds: 0 },
    { title: "見出しの型", time_seconds: 90 },
    { title: "例文", time_seconds: 195 },
    { title: "まとめ", time_seconds: 725 },
    { title: "質疑応答", time_seconds: 3723 },
  ]);
});

test("a text without times has no chapters", () => {
  expect(chaptersIn("https://example.com/1:30\n説明だけの文章")).toEqual([]);
});
