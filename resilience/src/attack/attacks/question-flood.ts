import { signUp } from "../accounts.ts";
import { repeat, send, type Outcome, type Target } from "../target.ts";

/** Questions of a new account in a day. */
const ALLOWED = 3;
const ATTEMPTS = 40;

/** A new account must not fill the teacher's queue, neither at once nor by withdrawing what it asked. */
export async function run(target: Target): Promise<Outcome> {
  const { id, access: token } = await signUp(target, { trial: true });
  const body = (text: string) => ({ second: 1, text, nickname: "受講者", is_public: true });
  const ask = (text: string) => send(target, "/api/videos/9/questions/", { body: body(text), token });
  const answers = await repeat(ATTEMPTS, 10, (index) => ask(`質問${index}`));
  const { rows } = await target.database.db.query<{ id: number }>({
    text: "select id from questions where user_id = $1 order by id",
    values: [id],
  });
  for (const question of rows) await send(target, `/api/questions/${question.id}/`, { method: "DELETE", token });
  const more = await repeat(ALLOWED, 1, (index) => ask(`次の質問${index}`));
  const stored = [...answers, ...more].filter(({ status }) => status === 200).length;
  if (stored === 0) throw new Error(`no question is stored: ${answers[0]?.status} ${answers[0]?.text}`);
  return { attempts: answers.length + more.length, succeeded: Math.max(0, stored - ALLOWED) };
}
