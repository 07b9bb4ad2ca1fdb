import type { PageAnswer, PageContext } from "./context.ts";
import { day, html } from "./html.ts";
import { invoiceLines } from "./invoice-page.ts";
import { layout } from "./layout.ts";

export function receiptPage({ world, id }: PageContext): PageAnswer | null {
  const access = world.store.get("page_access", id);
  const invoice = access?.kind === "invoice" ? world.store.get("invoice", access.target) : undefined;
  const paidAt = invoice?.status_transitions.paid_at ?? null;
  if (invoice === undefined || paidAt === null) return null;
  const main = html`<section class="card">
    <h1>領収書</h1>
    <p>${invoice.customer_name ?? invoice.customer_email ?? ""} 様</p>
    <p>${day(paidAt)}に領収しました。番号 ${invoice.number ?? ""}</p>
    ${invoiceLines(invoice)}
    <p class="muted">${invoice.account_name ?? ""}。この領収書は練習用で、税務には使えません。</p>
  </section>`;
  return { page: layout("領収書", main) };
}
