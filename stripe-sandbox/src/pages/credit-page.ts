import { idOf } from "../state/ids.ts";
import { registrationNumber } from "./invoice-page.ts";
import type { PageAnswer, PageContext } from "./context.ts";
import { day, html, yen } from "./html.ts";
import { layout } from "./layout.ts";

/** The document of a credit note, in place of Stripe's PDF. */
export function creditPage({ world, id }: PageContext): PageAnswer | null {
  const note = world.store.get("credit_note", id);
  const invoice = world.store.get("invoice", idOf(note?.invoice) ?? "");
  if (note === undefined || invoice === undefined) return null;
  const tax = note.total - (note.total_excluding_tax ?? note.total);
  const main = html`<section class="card">
    <h1>返還請求書</h1>
    <p>${invoice.customer_name ?? invoice.customer_email ?? ""} 様</p>
    <p>
      ${day(note.created)} 番号 ${note.number}（${day(invoice.created)}の請求書 ${invoice.number ?? ""} に対する返還）
    </p>
    ${registrationNumber(world, invoice)}
    <dl>
      <div>
        <dt>返還額（税抜）</dt>
        <dd>${yen(note.total - tax)}</dd>
      </div>
      <div>
        <dt>消費税 10%</dt>
        <dd>${yen(tax)}</dd>
      </div>
      <div class="sum">
        <dt>返還額（税込）</dt>
        <dd>${yen(note.total)}</dd>
      </div>
    </dl>
    <p class="muted">${invoice.account_name ?? ""}。この書類は練習用で、税務には使えません。</p>
  </section>`;
  return { page: layout("返還請求書", main) };
}
