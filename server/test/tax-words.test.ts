import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { taxText } from "@manabiya/contract/rules/prices.ts";
import { expect, test } from "vitest";

const WORDS = /税込|税抜|消費税|課税|免税|適格/;
const EXEMPT = { isTaxExempt: true };

test.each([
  ["1,650円（税込）のお支払い", "1,650円のお支払い"],
  ["合計：0円（税込、うち消費税0円）", "合計：0円"],
  ["1,650円（税込、クーポン適用後）", "1,650円（クーポン適用後）"],
  ["月あたり1,375円から（税込。年額プラン16,500円を一括払い）", "月あたり1,375円から（年額プラン16,500円を一括払い）"],
  ["請求書（1,650円、税込）", "請求書（1,650円）"],
  ["月額プラン（1,650円／月・税込）", "月額プラン（1,650円／月）"],
  ["料金（税抜・円）と売上（円、税抜、割引前）", "料金（円）と売上（円、割引前）"],
  ["税理士の（税）理", "税理士の（税）理"],
])("a seller without consumption tax says %s as %s, and another one says it unchanged", (text, expected) => {
  expect(taxText(EXEMPT, text)).toBe(expected);
  expect(taxText({ isTaxExempt: false }, text)).toBe(text);
});

/** Files whose texts pass `taxText` as a whole: mails, landing pages and the drafts of the legal pages. */
const PASSED =
  /^(server\/src\/billing\/emails|contract\/src\/site\/landing|web\/src\/landing|server\/src\/staff\/site\/legal\/drafts)\//;

/** Lines that name tax for a reason: the rule, the setting, the layouts of accounting programs, and past sales with tax. */
const ALLOWED: Record<string, number> = {
  "contract/src/rules/prices.ts": 1,
  "contract/src/site/form.ts": 1,
  "web/src/staff/site/site-fields.ts": 4,
  "server/src/billing/provider/setup.ts": 1,
  "server/src/billing/books/journal.ts": 5,
  // It stands in brackets that pass `taxText`.
  "server/src/billing/prices/check-prices.ts": 1,
  "web/src/billing/subscription/charge-facts.ts": 1,
  "web/src/staff/figures/sales/sales-figures.tsx": 3,
};

test("every text that names consumption tax asks whether the seller has it", async () => {
  const root = new URL("../../", import.meta.url).pathname;
  const unasked: string[] = [];
  const counts: Record<string, number> = {};
  let seen = 0;
  for await (const file of glob("{contract,server,web}/src/**/*.{ts,tsx}", { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const lines = readFileSync(root + file, "utf8").split("\n");
    // The layout of all mails leaves the words in.
    if (file.startsWith("server/src/billing/"))
      expect(lines.join()).not.toMatch(/\{[^}]*composeEmail[^}]*\} from "[^"]*email-layout/);
    for (const [index, line] of lines.entries()) {
      const said = line.replace(/(^|\s)(\/\*\*?|\*|\/\/|\{\/\*) .*$/, "");
      if (!WORDS.test(said)) continue;
      seen++;
      const around = lines.slice(Math.max(0, index - 2), index + 1).join("\n");
      const asks = /taxWords\(|taxText\(/.test(around) || PASSED.test(file);
      const isLeftOut = asks && !WORDS.test(taxText(EXEMPT, said));
      if (isLeftOut || /isTaxExempt/.test(around)) continue;
      counts[file] = (counts[file] ?? 0) + 1;
      if ((counts[file] ?? 0) > (ALLOWED[file] ?? 0)) unasked.push(`${file}:${index + 1}: ${said.trim()}`);
    }
  }
  expect(unasked).toEqual([]);
  expect(counts).toEqual(ALLOWED);
  expect(seen).toBeGreaterThan(50);
});
