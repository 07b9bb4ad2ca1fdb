import { expect, test } from "vitest";
import { hardFailureCode, isAboutRecipient, type SmtpError } from "./hard-failure.ts";

const error = (given: Partial<SmtpError>) => Object.assign(new Error(given.response ?? "refused"), given);
const rcpt = (responseCode: number, response: string) => ({ command: "RCPT TO", responseCode, response });

test.each<[string, Partial<SmtpError>, isAbout: boolean, code: string | null]>([
  ["an unknown user", rcpt(550, "550 5.1.1 no such user"), true, "5.1.1"],
  ["an unknown domain", rcpt(550, "550 5.1.2 no such host"), true, "5.1.2"],
  ["an invalid address", rcpt(501, "501 5.1.3 bad address syntax"), true, "5.1.3"],
  ["a moved mailbox", rcpt(551, "551 5.1.6 moved"), true, "5.1.6"],
  ["a domain without mail", rcpt(556, "556 5.1.10 null MX"), true, "5.1.10"],
  ["a mailbox that is switched off", rcpt(550, "550 5.2.1 disabled"), true, "5.2.1"],
  ["no enhanced code", rcpt(550, "550 no such user"), true, "550"],
  ["another mailbox name", rcpt(553, "553 mailbox name not allowed"), true, "553"],
  ["a full mailbox", rcpt(552, "552 5.2.2 mailbox full"), true, null],
  ["a full mailbox without an enhanced code", rcpt(552, "552 mailbox full"), true, null],
  ["the sender's mailbox", rcpt(550, "550 5.1.7 bad sender"), true, null],
  ["the sender's domain", rcpt(550, "550 5.1.8 domain of sender not found"), true, null],
  ["an unknown status of the address", rcpt(550, "550 5.1.0 rejected"), true, null],
  ["a reply about anything", rcpt(554, "554 no"), true, null],
  ["for now", rcpt(450, "450 4.2.0 later"), true, null],
  ["for now, with an address code", rcpt(451, "451 4.1.1 later"), true, null],
  ["for now, with a code for good", rcpt(499, "499 5.1.1 no"), true, null],
  ["the sender's system", rcpt(550, "550 5.3.2 no"), true, null],
  ["a rule of the server", rcpt(550, "550 5.7.1 relay access denied"), true, null],
  ["a rule of a server without enhanced codes", rcpt(550, "550 relay not permitted"), true, null],
  ["a list of networks", rcpt(550, "550 Blocked - see the RBL"), true, null],
  ["a code that only begins like one of addresses", rcpt(550, "550 5.10.1 no"), true, null],
  ["no reply", { command: "RCPT TO" }, true, null],
  ["the whole mail", { command: "DATA", responseCode: 550, response: "550 5.1.1 no" }, false, null],
  ["the connection", { code: "ECONNREFUSED" }, false, null],
  ["an empty list of refusals", { command: "DATA", responseCode: 550, rejectedErrors: [] }, false, null],
  ["a refusal inside", { rejectedErrors: [error(rcpt(550, "550 5.1.1 no"))] }, true, "5.1.1"],
  ["a refusal for now inside", { responseCode: 550, rejectedErrors: [error(rcpt(450, "450 later"))] }, true, null],
])("%s", (_what, given, isAbout, code) => {
  expect(isAboutRecipient(error(given))).toBe(isAbout);
  expect(hardFailureCode(error(given))).toBe(code);
});

test("without a response the message is read", () => {
  const refused = Object.assign(new Error("550 5.7.1 no"), { command: "RCPT TO", responseCode: 550 });
  expect(hardFailureCode(refused)).toBeNull();
});
