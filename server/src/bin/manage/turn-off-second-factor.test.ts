import { expect, test } from "vitest";
import { OperatorError } from "../../errors/operator-error.ts";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { turnOff, turnOffSecondFactor } from "./turn-off-second-factor.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { turnOn, ticketFor, logIn, codeOf } = secondFactorCalls(t, accounts);

test("lets the account log in with its password, mails the owner and writes the audit log", async () => {
  const { id, email } = await accounts.member();
  const headers = await t.as(id);
  const { secret } = await turnOn(headers);
  const ticket = await ticketFor(email);
  const settings = JSON.stringify({ site_name: "寺子屋" });
  await t.db.query({ text: "insert into site_settings values (1, $1, now())", values: [settings] });
  await turnOff(t.db, SITE, email, t.clock.now());
  expect(await accounts.isSignedIn(headers), "a lost device is signed out").toBe(false);
  expect((await logIn(ticket, codeOf(secret))).json().type).toBe("ticket_expired");
  expect((await accounts.login(email)).statusCode).toBe(200);
  expect((await mailsTo(t.db, email)).map(({ subject }) => subject)).toContain("【寺子屋】2段階認証がオフになりました");
  const [logged] = await selectRows(t.db, "audit_log", { subject_id: id });
  expect(logged).toMatchObject({ action: "member.turn_off_second_factor", user_id: null });
});

test("refuses an account without a second factor and an unknown address", async () => {
  const { email } = await accounts.member();
  await expect(turnOff(t.db, SITE, email, t.clock.now())).rejects.toThrow("has no second factor");
  await expect(turnOff(t.db, SITE, "nobody@example.com", t.clock.now())).rejects.toThrow("has no account");
});

test.each([[[]], [["--email", "nobody"]], [["--all"]]])("prints the usage for %j", (args) => {
  expect(() => turnOffSecondFactor(args, {})).toThrow(OperatorError);
});
