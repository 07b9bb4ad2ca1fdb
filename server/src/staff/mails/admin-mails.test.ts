import { contract } from "@manabiya/contract";
import type { FailedMail } from "@manabiya/contract/staff/mails.ts";
import { expect, test } from "vitest";
import { NEVER } from "../../mail/backoff.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

let woken = 0;
const t = useTestApp({ wakeMailSender: () => void woken++ });

test("lists failed emails without their content and retries one immediately", async () => {
  const me = await staffCalls(t).withRights({ may_see_members: true });
  const mail = {
    recipient: "a@example.com",
    subject: "再設定のご案内",
    text: "秘密のリンク",
    html: "秘密のリンク",
    created_at: t.clock.daysAgo(4),
    send_after: t.clock.daysAgo(0),
    attempts: 0,
  };
  const failed = { attempts: 3, last_error: "ECONNREFUSED" };
  const mails = [
    mail,
    { ...mail, ...failed, send_after: NEVER },
    { ...mail, ...failed, created_at: t.clock.daysAgo(1), send_after: t.clock.daysAgo(-1) },
    { ...mail, ...failed, sent_at: t.clock.daysAgo(0) },
  ];
  const { rows } = await t.db.query<{ id: number }>({
    text: `insert into mail_outbox (recipient, subject, text, html, created_at, send_after, attempts, last_error, sent_at)
           select recipient, subject, text, html, created_at, send_after, attempts, last_error, sent_at
             from json_populate_recordset(null::mail_outbox, $1)
           returning id`,
    values: [JSON.stringify(mails)],
  });
  const [waiting, givenUp, later, sent] = rows.map(({ id }) => id);
  const response = await me.call(contract.adminMails.failed);
  expect(response.json<FailedMail[]>()).toEqual([
    {
      id: givenUp,
      recipient: "a@example.com",
      subject: "再設定のご案内",
      created_at: t.clock.daysAgo(4),
      ...failed,
      refused_code: null,
      member_id: null,
      next_attempt_at: null,
    },
    expect.objectContaining({ id: later, next_attempt_at: t.clock.daysAgo(-1) }),
  ]);
  expect(response.body).not.toContain("秘密");

  const again = await me.call(contract.adminMails.retry, { id: givenUp ?? 0 });
  expect(again.json()).toEqual({ message: "「再設定のご案内」をもう一度送信します。" });
  expect(woken).toBe(1);
  const list = (await me.call(contract.adminMails.failed)).json<FailedMail[]>();
  expect(list[0]?.next_attempt_at).toBe(t.clock.daysAgo(0));
  for (const id of [waiting, sent, 999_999]) {
    expect((await me.call(contract.adminMails.retry, { id: id ?? 0 })).statusCode).toBe(404);
  }
  const { rows: log } = await t.db.query({ text: "select * from audit_log" });
  expect(log).toMatchObject([{ action: "mail.retry", subject_id: givenUp, user_id: me.user.id }]);
});
