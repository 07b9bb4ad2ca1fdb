import { describe, expect, it } from "vitest";
import { textSegments } from "./text-segments.ts";

describe("links in descriptions", () => {
  it("are made of addresses, without the punctuation around them", () => {
    expect(textSegments("表示のルールは https://example.jp/rules/price にまとめました。", null)).toEqual([
      { type: "words", text: "表示のルールは " },
      { type: "link", text: "https://example.jp/rules/price", url: "https://example.jp/rules/price" },
      { type: "words", text: " にまとめました。" },
    ]);
    expect(textSegments("受付: https://example.jp/submit（毎週）", null)[1]).toMatchObject({
      url: "https://example.jp/submit",
    });
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "ftp://example.jp/file",
    "mailto:a@example.jp",
    "//example.jp/x",
    "example.jp",
    "a@example.jp",
    "<a href='x'>y</a>",
  ])("are not made of %s", (text) => {
    expect(textSegments(text, null)).toEqual([{ type: "words", text }]);
  });
});

describe("times in descriptions", () => {
  it.each([
    ["1:30 準備", 600, 90],
    ["01:30 五つの工程", 600, 90],
    ["1:02:05から", 4000, 3725],
  ])("lead into the video: %s", (text, duration, seconds) => {
    expect(textSegments(text, duration)[0]).toMatchObject({ type: "time", seconds });
  });

  it.each([
    ["21:00に公開", 600, "beyond the end"],
    ["1:75", 600, "no such second"],
    ["比率は16:9", 6000, "no minutes and seconds"],
    ["1:30", null, "the length is not known"],
    ["10:20:30:40", 90_000, "something else"],
  ])("stay words: %s (%s s, %s)", (text, duration, _why) => {
    expect(textSegments(text, duration)).toEqual([{ type: "words", text }]);
  });

  it("are ignored inside addresses", () => {
    expect(textSegments("https://example.jp/1:30", 600)).toHaveLength(1);
  });
});
