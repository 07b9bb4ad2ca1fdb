import { signUp } from "../accounts.ts";
import { type Outcome, repeat, send, type Target } from "../target.ts";

const ACCOUNTS = 4;
const CHANGES = 20;
const RESETS = 40;
/** Mails that strangers may cause in one mailbox: a dozen of each of the two kinds. */
const ALLOWED = 24;
let victims = 0;

/** Changes of address, and resets, must not fill a stranger's mailbox, however its address is written. */
export async function run(target: Target): Promise<Outcome> {
  const mailbox = `bombed-${++victims}`;
  for (let account = 0; account < ACCOUNTS; account++) {
    const { access: token } = await signUp(target);
    await repeat(CHANGES, 1, (index) =>
      send(target, "/api/profile/update/", {
        method: "PUT",
        body: { username: "名無し", email: `${mailbox}+${account}-${index}@example.net` },
        token,
      }),
    );
  }
  await repeat(RESETS, 4, (index) =>
    send(target, "/api/auth/password-reset/", {
      body: { email: `${mailbox}+${index % ACCOUNTS}-${CHANGES - 1}@example.net` },
      address: `198.51.100.${index}`,
    }),
  );
  const { rows } = await target.database.db.query<{ mails: number }>({
    text: "select count(*)::int as mails from mail_outbox where recipient like $1",
    values: [`${mailbox}%`],
  });
  const mails = rows[0]?.mails ?? 0;
  return { attempts: ACCOUNTS * CHANGES + RESETS, succeeded: Math.max(0, mails - ALLOWED) };
}
