import { lineItemList } from "../engine/line-items.ts";
import { invalidRequest } from "../errors.ts";
import { paymentsOf } from "../engine/payments.ts";
import { idOf } from "../state/ids.ts";
import type { Kind } from "../state/kinds.ts";
import type { World } from "../state/world.ts";
import { listOf } from "./lists.ts";

type Json = Record<string, unknown>;

/** A longer prefix stands before the one that it begins with. */
const KIND_OF_PREFIX: Record<string, Kind> = {
  atxi: "tax_id",
  cbtxn: "balance_transaction",
  ch: "charge",
  cn: "credit_note",
  cs: "checkout_session",
  cus: "customer",
  di: "discount",
  dp: "dispute",
  in: "invoice",
  pi: "payment_intent",
  pm: "payment_method",
  price: "price",
  prod: "product",
  promo: "promotion_code",
  re: "refund",
  sub_sched: "subscription_schedule",
  sub: "subscription",
  txn: "account_transaction",
};

const MAX_DEPTH = 4;

/** Replaces ids by objects at the paths of `expand[]`. The stored objects do not change. */
export function expand(world: World, answer: object, paths: string[]): object {
  let expanded = answer as Json;
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.filter((step) => step !== "data").length > MAX_DEPTH) {
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`, {
        param: "expand",
      });
    }
    expanded = expandAt(world, expanded, steps, path) as Json;
  }
  return expanded;
}

function expandAt(world: World, value: unknown, steps: string[], path: string): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => expandAt(world, item, steps, path));
  if (typeof value !== "object") throw notExpandable(path);
  const object = value as Json;
  const included = step in object ? object[step] : include(world, object, step);
  if (included === undefined) throw notExpandable(path);
  const expandId = (id: unknown) => (typeof id === "string" ? find(world, id, step, path) : id);
  const target = Array.isArray(included) ? included.map(expandId) : expandId(included);
  return { ...object, [step]: expandAt(world, target, rest, path) };
}

function find(world: World, id: string, step: string, path: string): object {
  // Coupons have ids without a prefix, which the shop may choose.
  const [, kind] =
    step === "coupon"
      ? (["", "coupon"] as const)
      : (Object.entries(KIND_OF_PREFIX).find(([prefix]) => id.startsWith(`${prefix}_`)) ?? []);
  if (kind === undefined) throw notExpandable(path);
  const found =
    world.store.get(kind, id) ?? (kind === "customer" ? world.store.get("deleted_customer", id) : undefined);
  if (found === undefined) throw notExpandable(path);
  return found;
}

/** Lists that Stripe includes only on request. */
function include(world: World, { object, id }: Json, step: string): object | number | undefined {
  if (typeof id !== "string") return undefined;
  if (object === "invoice" && step === "payments") {
    return listOf(paymentsOf(world, id), `/v1/invoice_payments?invoice=${id}`);
  }
  if (object === "invoice" && step === "amount_paid_off_stripe") {
    const records = paymentsOf(world, id).filter(({ payment }) => payment.type === "payment_record");
    return records.reduce((sum, { amount_paid }) => sum + (amount_paid ?? 0), 0);
  }
  if (object === "checkout.session" && step === "line_items") return lineItemList(world, id);
  if (object === "charge" && step === "refunds") {
    const refunds = world.store.all("refund").filter((refund) => idOf(refund.charge) === id);
    return listOf(refunds, `/v1/charges/${id}/refunds`);
  }
  if (object === "customer" && step === "subscriptions") {
    const live = world.store.ofCustomer("subscription", id).filter(({ status }) => status !== "canceled");
    return listOf(live.toReversed(), `/v1/customers/${id}/subscriptions`);
  }
  return undefined;
}

function notExpandable(path: string): Error {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
}
