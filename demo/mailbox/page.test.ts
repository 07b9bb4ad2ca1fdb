import { expect, test } from "vitest";
import { mailboxPage } from "./page.ts";

const MAIL = { subject: "件名", recipient: "a@example.com", date: "2026-11-21T03:00:00.000Z", text: "本文" };

test("shows a message without mails", () => {
  expect(mailboxPage([])).toContain("メールはまだ届いていません。");
});

test("shows subject, recipient and Japanese time, with only the first mail open", () => {
  const page = mailboxPage([MAIL, { ...MAIL, subject: "前の件名" }]);
  expect(page).toContain("<strong>件名</strong> <span>a@example.com</span>");
  expect(page).toContain(`<time datetime="2026-11-21T03:00:00.000Z">2026/11/21 12:00:00</time>`);
  expect(page.match(/<details[^>]*>/g)).toEqual([`<details name="mail" open>`, `<details name="mail">`]);
});

test("escapes mails, and links only http and https addresses", () => {
  const text = `<script>alert(1)</script> javascript:alert(1)
https://example.com/a?b="onclick=x&c=<b>
「http://localhost:3000/reset-password?token=a-b_c」、https://example.com/end.`;
  const page = mailboxPage([{ ...MAIL, subject: "<img src=x>", recipient: `"><i>`, text }]);
  expect(page).not.toMatch(/<(script|img|i|b)\b|"onclick/);
  expect(page.match(/<a href="[^"]*">/g)).toEqual([
    `<a href="/sandbox/">`,
    `<a href="/">`,
    `<a href="https://example.com/a?b=">`,
    `<a href="http://localhost:3000/reset-password?token=a-b_c">`,
    `<a href="https://example.com/end">`,
  ]);
});

test("shows no time for a mail without a date", () => {
  expect(mailboxPage([{ ...MAIL, date: "" }])).not.toContain("<time");
});
