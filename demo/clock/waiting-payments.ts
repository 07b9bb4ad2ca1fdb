import type Stripe from "stripe";
import { html, type Html, yen } from "stripe-sandbox/internal/pages/html.ts";
import type { World } from "stripe-sandbox/internal/state/world.ts";

/** Delayed payments with buttons that settle or fail them. @returns null without any */
export function waitingPayments(world: World): Html | null {
  const rows = world.store.all("checkout_session").filter((session) => isWaiting(world, session));
  if (rows.length === 0) return null;
  return html`<section class="card" aria-labelledby="waiting">
    <h2 id="waiting">入金を待つ申し込み</h2>
    <ul class="rows">
      ${rows.map((session) => row(session))}
    </ul>
  </section>`;
}

function isWaiting(world: World, session: Stripe.Checkout.Session): boolean {
  if (session.status !== "complete" || session.payment_status !== "unpaid") return false;
  return typeof session.invoice === "string" && world.store.get("invoice", session.invoice)?.status === "open";
}

function row(session: Stripe.Checkout.Session): Html {
  return html`<li>
    <div>${session.customer_details?.email ?? ""} <strong>${yen(session.amount_total ?? 0)}</strong></div>
    <form class="actions" method="post" action="/sandbox/payments">
      <input type="hidden" name="session" value="${session.id}" />
      <button name="outcome" value="paid">入金する</button>
      <button class="quiet" name="outcome" value="failed">入金しない</button>
    </form>
  </li>`;
}
