import { expect, test } from "vitest";
import * as z from "zod/mini";
import { chosenInstant, day, Email, name, reformed } from "./text.ts";

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  "taro..yamada@docomo.ne.jp",
  "hanako.@docomo.ne.jp",
  "a...b.-@ezweb.ne.jp",
  "o'brien@example.com",
  "sales/tokyo+web@example.co.jp",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  "_@a.b.example",
  `${"a".repeat(64)}@${"b".repeat(63)}.example`,
  "info@xn--wgv71a119e.jp",
  "1@2.co",
])("%s is an address", (address) => expect(z.parse(Email, address)).toBe(address));

test("width, case and outer spaces of an address do not matter", () => {
  expect(z.parse(Email, "　ＴＡＲＯ＠Example．ＣＯＭ ")).toBe("taro@example.com");
});

test.each([
  "taro",
  "taro@",
  "@example.com",
  "taro@example",
  "taro@.com",
  "taro@example..com",
  "taro@-example.com",
  "taro@example.com.",
  "taro@192.168.1.1",
  "taro yamada@example.com",
  '"taro"@example.com',
  "taro@yamada@example.com",
  "taro@example.com\r\nBcc: x@example.com",
  "taro,hanako@example.com",
  "<taro@example.com>",
  `${"a".repeat(65)}@example.com`,
  `taro@${"b".repeat(64)}.example`,
])("%j is none", (address) => {
  expect(messagesOf(Email, address)).toEqual(["メールアドレスの形式が正しくありません。"]);
});

test("an address that is too long is refused with one message, before any work", () => {
  for (const long of [`${"a".repeat(250)}@b.cc`, "a".repeat(100_000), `a${"\u0300\u0327".repeat(200_000)}`])
    expect(messagesOf(Email, long)).toEqual(["メールアドレスは254文字以内で入力してください。"]);
});

test("a text is measured before its form is made, and decomposed kana have room", () => {
  const given: string[] = [];
  const schema = reformed("名前", { max: 10 }, (value) => {
    given.push(value);
    return value.normalize("NFC");
  });
  expect(messagesOf(schema, "か\u3099".repeat(1_000))).toEqual(["名前は10文字以内で入力してください。"]);
  expect(given).toEqual([]);
  expect(z.parse(name("名前", { max: 10 }), `  ${"か\u3099".repeat(10)}  `)).toBe("が".repeat(10));
});

test.each(["1900-01-01", "2199-12-31"])("%s is a day", (text) => {
  expect(z.parse(day("日付"), text)).toBe(text);
  expect(z.parse(chosenInstant("日時"), `${text}T00:00:00Z`)).toBe(`${text}T00:00:00Z`);
});

test.each(["0000-01-01", "1899-12-31", "2200-01-01", "9999-12-31", "2026-02-30", "明日", 3])("%s is none", (text) => {
  expect(messagesOf(day("日付"), text)).toEqual(["日付"]);
  expect(messagesOf(chosenInstant("日時"), typeof text === "string" ? `${text}T00:00:00Z` : text)).toEqual(["日時"]);
});
