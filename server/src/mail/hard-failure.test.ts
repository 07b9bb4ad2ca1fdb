import { expect, test } from "vitest";
import { isAboutRecipient, isHardFailure, type SmtpError } from "./hard-failure.ts";

const error = (given: Partial<SmtpError>) => Object.assign(new Error(given.response ?? "refused"), given);
const rcpt = (responseCode: number, response: string) => ({ command: "RCPT TO", responseCode, response });

test.each<[string, Partial<SmtpError>, isAbout: boolean, isHard: boolean]>([
  ["an unknown user", rcpt(550, "550 5.1.1 no such user"), true, true],
  ["a full mailbox, for good", rcpt(552, "552 5.2.2 mailbox full"), true, true],
  ["no enhanced code", rcpt(550, "550 no such user"), true, true],
  ["exactly 500", rcpt(500, "500 no"), true, true],
  ["499 is for now", rcpt(499, "499 no"), true, false],
  ["for now", rcpt(450, "450 4.2.0 later"), true, false],
  ["for now, with an address code", rcpt(451, "451 4.1.1 later"), true, false],
  ["the sender's system", rcpt(550, "550 5.3.2 no"), true, false],
  ["a rule of the server", rcpt(550, "550 5.7.1 relay access denied"), true, false],
  ["a code that only begins like one of addresses", rcpt(550, "550 5.10.1 no"), true, false],
  ["no reply", { command: "RCPT TO" }, true, false],
  ["the whole mail", { command: "DATA", responseCode: 550, response: "550 5.1.1 no" }, false, false],
  ["the connection", { code: "ECONNREFUSED" }, false, false],
  ["an empty list of refusals", { command: "DATA", responseCode: 550, rejectedErrors: [] }, false, false],
  ["a refusal inside", { rejectedErrors: [error(rcpt(550, "550 5.1.1 no"))] }, true, true],
  ["a refusal for now inside", { responseCode: 550, rejectedErrors: [error(rcpt(450, "450 later"))] }, true, false],
])("%s", (_what, given, isAbout, isHard) => {
  expect(isAboutRecipient(error(given))).toBe(isAbout);
  expect(isHardFailure(error(given))).toBe(isHard);
});

test("without a response the message is read", () => {
  const refused = Object.assign(new Error("550 5.7.1 no"), { command: "RCPT TO", responseCode: 550 });
  expect(isHardFailure(refused)).toBe(false);
});
