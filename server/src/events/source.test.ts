import { expect, test } from "vitest";
import { cleanSource } from "./source.ts";

test.each([
  [undefined, ""],
  ["", ""],
  ["note", "note"],
  ["Spring Sale 2027", "spring-sale-2027"],
  ["春のメール", "春のメール"],
  ["www.google.com", "google.com"],
  ["=HYPERLINK(1)", "hyperlink-1"],
  ["<script>", "script"],
  ["mail-2026-11-21", "mail-2026-11-21"],
  ["x".repeat(100), "x".repeat(40)],
])("stores the source %j as %j", (given, stored) => expect(cleanSource(given)).toBe(stored));

test.each([
  ...["taro@example.com", "ｔａｒｏ＠example.com", "taro%40example.com"],
  ...["09012345678", "090-1234-5678", "０９０ー１２３４ー５６７８", "customer-12345678"],
])("stores nothing for %s, which could name a person", (given) => expect(cleanSource(given)).toBe(""));
