import { AppError } from "../../errors/app-error.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import type { Billing } from "../provider/provider.ts";

/** Counts a code that work refuses, so that codes cannot be guessed. @throws 429 */
export async function countGuesses<T>(
  { db, now }: Billing,
  caller: { member: number; ip: string },
  work: () => Promise<T>,
): Promise<T> {
  const subject = { member: caller.member, network: clientNetworkOf(caller.ip) };
  const undo = await countHit(db, "wrongCoupon", subject, now());
  try {
    const answer = await work();
    await undo();
    return answer;
  } catch (error) {
    const isWrong = error instanceof AppError && error.fields?.["code"] !== undefined;
    if (!isWrong) await undo();
    throw error;
  }
}
