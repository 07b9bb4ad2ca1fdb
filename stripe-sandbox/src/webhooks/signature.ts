import { createHmac } from "node:crypto";

/** The `Stripe-Signature` header that `webhooks.constructEvent` verifies. @param seconds when it is sent */
export function signature(payload: string, secret: string, seconds: number): string {
  const hash = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return `t=${seconds},v1=${hash}`;
}
