import type Stripe from "stripe";
import type { StripeSandbox } from "stripe-sandbox";
import { html, type Html, yen } from "stripe-sandbox/internal/pages/html.ts";
import { idOf } from "stripe-sandbox/internal/state/ids.ts";
import type { World } from "stripe-sandbox/internal/state/world.ts";

const isOpen = ({ status }: Stripe.Dispute) => status === "needs_response";

/** Disputes that wait for the bank's decision, with buttons that decide. @returns null without any */
export function openDisputes(world: World): Html | null {
  const rows = world.store.all("dispute").filter(isOpen);
  if (rows.length === 0) return null;
  return html`<section class="card" aria-labelledby="disputes">
    <h2 id="disputes">異議申し立て</h2>
    <ul class="rows">
      ${rows.map((dispute) => row(world, dispute))}
    </ul>
  </section>`;
}

function row(world: World, dispute: Stripe.Dispute): Html {
  const customer = idOf(world.need("charge", idOf(dispute.charge) ?? "").customer) ?? "";
  return html`<li>
    <div>${world.store.get("customer", customer)?.email ?? ""} <strong>${yen(dispute.amount)}</strong></div>
    <form class="actions" method="post" action="/sandbox/disputes">
      <input type="hidden" name="dispute" value="${dispute.id}" />
      <button name="outcome" value="lost">お客様の主張を認める</button>
      <button class="quiet" name="outcome" value="won">お店の主張を認める</button>
    </form>
  </li>`;
}

/** The bank decides. An unknown or decided dispute stays as it is. */
export function closeDispute({ world, simulate }: StripeSandbox, id: string, isWon: boolean): void {
  const found = world.store.get("dispute", id);
  if (found !== undefined && isOpen(found)) simulate.closeDispute(id, isWon ? "won" : "lost");
}
