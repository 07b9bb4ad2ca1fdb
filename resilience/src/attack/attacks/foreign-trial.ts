import { signUp } from "../accounts.ts";
import { type Outcome, send, type Target } from "../target.ts";

let victims = 0;

/** The export of an account on a stranger's mailbox must not tell when the stranger's trial began. */
export async function run(target: Target): Promise<Outcome> {
  const name = `tried-${++victims}`;
  await signUp(target, { email: `${name}@example.net`, trial: true });
  const { rows } = await target.database.db.query<{ day: string }>({
    text: "select started_at::date::text as day from trials where mailbox like $1",
    values: [`${name}%`],
  });
  const spelled = [`${name}+a@example.net`, `${name}+b@example.net`];
  let told = 0;
  for (const email of spelled) {
    const { access: token } = await signUp(target, { email });
    const { text } = await send(target, "/api/profile/export/", { token });
    const { trial } = JSON.parse(text) as { trial?: { started_at?: string } | null };
    if (trial?.started_at?.startsWith(rows[0]?.day ?? "no day")) told += 1;
  }
  return { attempts: spelled.length, succeeded: told };
}
