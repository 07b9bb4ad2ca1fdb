import * as z from "zod/mini";

export const SubscriptionStatus = z.enum(["active", "inactive", "canceled", "trial"]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const SubscriptionPlan = z.enum(["monthly", "yearly", "none"]);
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>;

/** The part of the signed-in user that the browser stores. */
export const SessionUser = z.object({ id: z.int(), username: z.string(), subscription_status: SubscriptionStatus });
export type SessionUser = z.infer<typeof SessionUser>;
