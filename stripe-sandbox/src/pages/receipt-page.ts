import type { PageAnswer, PageContext } from "./context.ts";
import { day, html } from "./html.ts";
import { invoiceLines, registrationNumber } from "./invoice-page.ts";
import { layout } from "./layout.ts";

export function receiptPage({ world, id }: PageContext): PageAnswer | null {
  const access = world.store.get("page_access", id);
  const invoice = access?.kind === "invoice" ? world.store.get("invoice", access.target) : undefined;
  const paidAt = invoice?.status_transitions.paid_at ?? null;
  if (invoice === undefined || paidAt === null) return null;
  const title = invoice.total < 0 ? "返還請求書" : "領収書";
  const main = html`<section class="card">
    <h1>${title}</h1>
    <p>${invoice.customer_name ?? invoice.customer_email ?? ""} 様</p>
    <p>${day(paidAt)}${invoice.total < 0 ? "" : "に領収しました。"} 番号 ${invoice.number ?? ""}</p>
    ${registrationNumber(world, invoice)} ${invoiceLines(world, invoice)}
    <p class="muted">${invoice.account_name ?? ""}。この領収書は練習用で、税務には使えません。</p>
  </section>`;
  return { page: layout(title, main) };
}
