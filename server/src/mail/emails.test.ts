import { expect, test } from "vitest";
import { SITE } from "../../test/testing/test-app.ts";
import { refundedMail } from "../billing/emails/document-templates.ts";
import {
  newDeviceMail,
  recoveryCodeUsedMail,
  secondFactorMail,
  verifyEmailMail,
  wrongCodesMail,
} from "./account-emails.ts";
import { composeEmail } from "./email-layout.ts";
import { emailChangedMail, passwordChangedMail, passwordResetMail } from "./emails.ts";

const now = Date.parse("2026-11-21T15:30:00.000Z");
const recipient = "hanako@example.com";

test("escapes every given text in the HTML part", () => {
  const site = { ...SITE, name: `<b>"学び舎" & Co</b>`, contactUrl: `https://example.com/?a="b"&c` };
  const mail = composeEmail(site, { kind: "thanks", recipient, title: "<script>alert(1)</script>" }, [
    "1 < 2\n& 'so on'",
    { label: "<i>here</i>", url: `https://example.com/"onclick="x` },
  ]);
  expect(mail.html).not.toMatch(/<(script|b|i)>|"onclick/);
  expect(mail.html).toContain("1 &#60; 2<br>&#38; &#39;so on&#39;");
  expect(mail.text).toContain("1 < 2\n& 'so on'");
});

test("a seller without consumption tax names none in mails about money, and titles of others stay", () => {
  const site = { ...SITE, isTaxExempt: true };
  const refund = { recipient, amount: 1_650, paidAt: new Date(now).toISOString(), endsAccess: false };
  expect(refundedMail(site, refund).text).toContain("1,650円を");
  const title = "「価格（税込）の書き方」（再生位置 0:46）へのご質問に回答しました。";
  expect(composeEmail(site, { kind: "answer", recipient, title: "回答" }, [title]).text).toContain(title);
});

test.each([
  ["reset", passwordResetMail(SITE, { recipient, token: "abc-123", minutes: 30 })],
  ["changed password", passwordChangedMail(SITE, { recipient, now })],
  ["changed address", emailChangedMail(SITE, { recipient, now })],
  ["verification", verifyEmailMail(SITE, { recipient, token: "abc-123", days: 3 })],
  ["new device", newDeviceMail(SITE, { recipient, userAgent: "", address: "192.0.2.1", now })],
  ["second factor on", secondFactorMail(SITE, { recipient, change: "on", now })],
  ["second factor off", secondFactorMail(SITE, { recipient, change: "off", now })],
  ["new recovery codes", secondFactorMail(SITE, { recipient, change: "new-codes", now })],
  ["recovery code used", recoveryCodeUsedMail(SITE, { recipient, left: 9, now })],
  ["wrong codes", wrongCodesMail(SITE, { recipient, now })],
])("%s: the text and HTML parts match and carry the signature", (_name, mail) => {
  const htmlText = mail.html.replace(/<(style|title)[^>]*>.*?<\/\1>|<[^>]+>|\s/gs, "");
  for (const line of mail.text.split("\n").filter((text) => text !== "--" && !text.startsWith("お問い合わせ"))) {
    expect(htmlText + mail.html).toContain(line.replaceAll(" ", ""));
  }
  expect(mail.html).not.toMatch(/%[A-Z]+%/);
  expect(mail.subject).toMatch(/^【学び舎】/);
  expect(mail.text).toContain(SITE.publicUrl);
  expect(mail.text).toContain(SITE.contactUrl);
});

test("names a device by known words only, not by its user agent", () => {
  const userAgent = "Firefox/140 click http://example.net/ (Windows)";
  const { text } = newDeviceMail(SITE, { recipient, userAgent, address: "192.0.2.1", now });
  expect(text).toContain("端末：WindowsのFirefox\nIPアドレス：192.0.2.1");
  expect(text).not.toContain("example.net");
});

test("shows times in Japan's time zone", () => {
  expect(passwordChangedMail(SITE, { recipient, now }).text).toContain("2026年11月22日 0:30");
});

test("the signature names the seller's page if the site has one", () => {
  const commerceLawUrl = "https://example.com/law";
  const mail = passwordChangedMail({ ...SITE, commerceLawUrl }, { recipient, now });
  expect(mail.text).toContain(`特定商取引法に基づく表記：${commerceLawUrl}`);
  expect(mail.html).toContain(`<a href="${commerceLawUrl}"`);
  expect(passwordChangedMail(SITE, { recipient, now }).text).not.toContain("特定商取引法");
});
