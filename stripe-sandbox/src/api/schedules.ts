import type Stripe from "stripe";
import { nextPeriodEnd } from "../engine/periods.ts";
import { discountsOf, lastEndOf, needRunning, releaseSchedule } from "../engine/schedules.ts";
import { isLive, updateSubscription } from "../engine/subscriptions.ts";
import { taxRates } from "../engine/items.ts";
import { invalidRequest } from "../errors.ts";
import { integer, list, metadata, object, oneOf, type Read, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

const PHASE = {
  items: list(object({ price: text, quantity: integer, tax_rates: list(text), metadata })),
  start_date: integer,
  end_date: integer,
  duration: object({ interval: oneOf("day", "week", "month", "year"), interval_count: integer }),
  proration_behavior: oneOf("none", "always_invoice", "create_prorations"),
  discounts: list(object({ discount: text })),
  metadata,
};

export const scheduleRoutes = [
  route("POST /v1/subscription_schedules", { from_subscription: text, metadata }, (world, params) => {
    const subscription = world.need(
      "subscription",
      required(params.from_subscription, "from_subscription"),
      "from_subscription",
    );
    const [first] = subscription.items.data;
    if (!isLive(subscription) || first === undefined) {
      throw invalidRequest("You cannot migrate a subscription that is canceled.", { param: "from_subscription" });
    }
    if (subscription.schedule !== null) {
      throw invalidRequest("You cannot migrate a subscription that is already attached to a schedule.", {
        param: "from_subscription",
      });
    }
    const id = newId("sub_sched_");
    const phase = phaseOf({
      items: subscription.items.data.map((item) => itemOf(item.price.id, item.quantity ?? 1, item.tax_rates ?? [])),
      start: first.current_period_start,
      end: first.current_period_end,
      prorates: "create_prorations",
      discounts: subscription.discounts.map((discount) => idOf(discount)),
      metadata: {},
    });
    const schedule = world.store.put("subscription_schedule", {
      id,
      object: "subscription_schedule",
      application: null,
      billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
      canceled_at: null,
      completed_at: null,
      created: world.seconds(),
      current_phase: { start_date: phase.start_date, end_date: phase.end_date },
      customer: idOf(subscription.customer),
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        billing_cycle_anchor: "automatic",
        billing_thresholds: null,
        collection_method: "charge_automatically",
        default_payment_method: idOf(subscription.default_payment_method),
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: "self" },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: "release",
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      pause_schedules: [],
      phases: [phase],
      released_at: null,
      released_subscription: null,
      status: "active",
      subscription: subscription.id,
      test_clock: null,
    });
    updateSubscription(world, subscription, { schedule: id });
    world.emit("subscription_schedule.created", schedule);
    return schedule;
  }),

  route(
    "POST /v1/subscription_schedules/:id",
    {
      phases: list(object(PHASE)),
      end_behavior: oneOf("cancel", "release"),
      proration_behavior: oneOf("none", "always_invoice", "create_prorations"),
      metadata,
    },
    (world, params, id) => {
      const schedule = world.need("subscription_schedule", id);
      needRunning(schedule, "update");
      const updated = world.store.put("subscription_schedule", {
        ...schedule,
        phases: params.phases === undefined ? schedule.phases : phasesOf(world, schedule, params.phases),
        metadata: mergeMetadata(schedule.metadata ?? {}, params.metadata),
        end_behavior: params.end_behavior ?? schedule.end_behavior,
      });
      if (updated.end_behavior === "cancel") {
        const subscription = world.need("subscription", idOf(updated.subscription) ?? "");
        updateSubscription(world, subscription, { cancel_at: lastEndOf(updated), canceled_at: world.seconds() });
      }
      world.emit("subscription_schedule.updated", updated);
      takeDiscounts(world, updated);
      return updated;
    },
  ),

  route("POST /v1/subscription_schedules/:id/release", {}, (world, _params, id) =>
    releaseSchedule(world, world.need("subscription_schedule", id)),
  ),

  route("GET /v1/subscription_schedules/:id", {}, (world, _params, id) => world.need("subscription_schedule", id)),
];

/** A phase that names no discounts has none, and the subscription loses its own. */
function takeDiscounts(
  world: World,
  { current_phase: current, phases, subscription }: Stripe.SubscriptionSchedule,
): void {
  const running = phases.find(({ start_date }) => start_date === current?.start_date);
  const id = idOf(subscription);
  if (running === undefined || id === null) return;
  updateSubscription(world, world.need("subscription", id), { discounts: discountsOf(running) });
}

type Phase = Stripe.SubscriptionSchedule.Phase;

function phasesOf(
  world: World,
  { current_phase: current }: Stripe.SubscriptionSchedule,
  wanted: Read<typeof PHASE>[],
): Phase[] {
  const phases: Phase[] = [];
  for (const [index, phase] of wanted.entries()) {
    const previous = phases.at(-1);
    const start = phase.start_date ?? previous?.end_date ?? current?.start_date ?? world.seconds();
    if (index === 0 && current !== null && start !== current.start_date) {
      throw invalidRequest("You can not modify the start date of the current phase.", {
        param: "phases[0][start_date]",
      });
    }
    if (previous !== undefined && start !== previous.end_date) {
      throw invalidRequest("The phases must not overlap, and must not leave a gap.", { param: "phases" });
    }
    const items = required(phase.items, `phases[${index}][items]`).map((item) => {
      const price = world.need("price", required(item.price, `phases[${index}][items][0][price]`), "phases");
      return { ...itemOf(price.id, item.quantity ?? 1, taxRates(world, item.tax_rates ?? [])) };
    });
    phases.push(
      phaseOf({
        items,
        start,
        end: endOf(phase, start),
        prorates: phase.proration_behavior ?? "create_prorations",
        discounts: (phase.discounts ?? []).map(
          ({ discount }) => world.need("discount", discount ?? "", "discounts").id,
        ),
        metadata: mergeMetadata({}, phase.metadata),
      }),
    );
  }
  return phases;
}

function endOf({ end_date, duration }: Read<typeof PHASE>, start: number): number {
  if (end_date !== undefined) return end_date;
  const { interval, interval_count = 1 } = duration ?? {};
  if (interval === undefined) {
    throw invalidRequest("The last phase must have an end_date or a duration.", { param: "phases" });
  }
  const recurring = { interval, interval_count } as Stripe.Price.Recurring;
  return nextPeriodEnd(start, recurring, start);
}

function itemOf(price: string, quantity: number, rates: Stripe.TaxRate[]): Phase["items"][number] {
  return { billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity, tax_rates: rates };
}

interface PhaseSpec {
  items: Phase["items"];
  start: number;
  end: number;
  prorates: Phase["proration_behavior"];
  /** Ids. */
  discounts: string[];
  metadata: Record<string, string>;
}

function phaseOf({ items, start, end, prorates, discounts, metadata: data }: PhaseSpec): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: "jpy",
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: end,
    invoice_settings: null,
    items,
    metadata: data,
    on_behalf_of: null,
    proration_behavior: prorates,
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}
