import { type Account, signUp } from "../accounts.ts";
import { json, type Outcome, send, type Target } from "../target.ts";

/** The video with the file: see `range.ts`. */
const VIDEO = 8;

/** The address of a film must end with the session and with the access that got it, and no cache may store the film. */
export async function run(target: Target): Promise<Outcome> {
  const { db } = target.database;
  const setStatus = (status: string, { id }: Account) =>
    db.query({ text: "update users set subscription_status = $1 where id = $2", values: [status, id] });
  const watcher = async () => {
    const account = await signUp(target);
    await setStatus("active", account);
    const answer = await send(target, `/api/videos/${VIDEO}/`, { token: account.access });
    const { source_url } = json(answer) as { source_url: string | null };
    if (!source_url) throw new Error(`no address of the film: ${answer.status} ${answer.text.slice(0, 200)}`);
    return { account, source: source_url };
  };
  const stale: string[] = [];
  const expectRefused = async (what: string, source: string) => {
    if ((await send(target, source)).status === 200) stale.push(what);
  };

  const loggedOut = await watcher();
  const live = await send(target, loggedOut.source);
  if (live.status !== 200) throw new Error(`the film is not shown: ${live.status}`);
  if (!/private|no-store/.test(live.headers.get("cache-control") ?? "")) stale.push("cached by everybody");
  await send(target, "/api/auth/logout/", { body: { refresh_token: loggedOut.account.refresh } });
  await expectRefused("after the logout", loggedOut.source);

  const ended = await watcher();
  await setStatus("inactive", ended.account);
  await expectRefused("after the end of access", ended.source);

  const closed = await watcher();
  await db.query({ text: "update sessions set revoked_at = now() where user_id = $1", values: [closed.account.id] });
  await expectRefused("after every session was ended", closed.source);
  return { attempts: 4, succeeded: stale.length };
}
