import { signUp } from "./accounts.ts";
import type { Target } from "./target.ts";

/** Headers of a new member of staff. */
export async function staffOf(target: Target): Promise<Record<string, string>> {
  const { id, access } = await signUp(target);
  await target.database.db.query({ text: "update users set is_staff = true where id = $1", values: [id] });
  return { authorization: `Bearer ${access}` };
}
