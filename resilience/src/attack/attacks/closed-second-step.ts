import { codeOf, logIn, PASSWORD, signUp, turnOnSecondFactor, verifyAddress } from "../accounts.ts";
import { json, type Outcome, repeat, send, type Target } from "../target.ts";

const CODES = 40;
const ATTACKER = "198.51.100.67";

/** Wrong codes from one network must not close the second step to the owner at another one. */
export async function run(target: Target): Promise<Outcome> {
  const owner = await signUp(target);
  await verifyAddress(target, owner);
  const factor = await turnOnSecondFactor(target, owner);
  if (factor === null) throw new Error("The owner cannot turn the second factor on.");
  const second = async (code: string, address: string) => {
    const { ticket } = json(await logIn(target, owner.email, PASSWORD, address)) as { ticket: string };
    return send(target, "/api/auth/login/code/", { body: { ticket, code }, address });
  };
  const { ticket } = json(await logIn(target, owner.email, PASSWORD, ATTACKER)) as { ticket: string };
  await repeat(CODES, CODES, (index) =>
    send(target, "/api/auth/login/code/", {
      body: { ticket, code: codeOf(factor.secret, 20 + index) },
      address: ATTACKER,
    }),
  );
  const answers = [
    // The code of the next half minute: that of this one was used.
    await second(codeOf(factor.secret, 1), "203.0.113.67"),
    // A login makes its network known, so the second one comes from another.
    await second(factor.codes[0] ?? "", "203.0.113.68"),
  ];
  return { attempts: CODES, succeeded: answers.filter(({ status }) => status !== 200).length };
}
