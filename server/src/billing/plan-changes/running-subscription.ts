import { AppError } from "../../errors/app-error.ts";
import { findCustomer } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { syncSubscription } from "../sync/sync.ts";

/** A member's live subscription as the provider shows it now. `itemId`: of our item. */
export type Running = NonNullable<Awaited<ReturnType<typeof readMember>>["running"]>;

/** Syncs the member first. @returns null without a live subscription */
export async function findRunning(billing: Billing, userId: number): Promise<Running | null> {
  return (await readMember(billing, userId)).running;
}

/** Syncs the member first. `synced`: null without a customer at the provider. */
export async function readMember(billing: Billing, userId: number) {
  const customer = await findCustomer(billing, userId);
  const synced = customer === null ? null : await syncSubscription(billing, customer);
  const { subscription, state } = synced ?? {};
  const itemId = subscription?.items.data[0]?.id;
  if (!customer || !synced || !subscription || !itemId || state?.access !== "live") {
    return { running: null, synced };
  }
  return { running: { customer, subscription, itemId, plan: state.plan, state, synced }, synced };
}

/** @throws 409 `no_subscription` */
export async function requireRunning(billing: Billing, userId: number): Promise<Running> {
  const running = await findRunning(billing, userId);
  if (running === null) throw noSubscription();
  return running;
}

export function noSubscription(): AppError {
  return new AppError(409, "no_subscription", "ご契約中のプランがありません。");
}
