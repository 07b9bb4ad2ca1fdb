import { StripeApiError } from "../errors.ts";
import type { ApiAnswer, ApiRequest } from "../http/api.ts";
import type { World } from "../state/world.ts";
import { challengePage } from "./challenge-page.ts";
import { checkoutPage } from "./checkout-page.ts";
import { type PageAnswer, type PageContext, PAGES } from "./context.ts";
import { creditPage } from "./credit-page.ts";
import { html } from "./html.ts";
import { invoicePage } from "./invoice-page.ts";
import { layout, STYLE_PATH } from "./layout.ts";
import { portalPage } from "./portal-page.ts";
import { receiptPage } from "./receipt-page.ts";
import { PAGES_CSS } from "./style.ts";

const pages: Record<string, (context: PageContext) => PageAnswer | null> = {
  challenge: challengePage,
  checkout: checkoutPage,
  credit: creditPage,
  invoice: invoicePage,
  portal: portalPage,
  receipt: receiptPage,
};

export function isPage(url: string): boolean {
  return url.startsWith(`${PAGES}/`);
}

export function answerPage(world: World, request: ApiRequest): ApiAnswer {
  const { pathname, searchParams } = new URL(request.url, "http://sandbox");
  if (pathname === STYLE_PATH) {
    return {
      status: 200,
      headers: { "content-type": "text/css; charset=utf-8", "cache-control": "no-cache" },
      body: PAGES_CSS,
    };
  }
  const site = request.headers["sec-fetch-site"];
  if (request.method === "POST" && site !== undefined && site !== "same-origin") return notFound();
  const [name = "", id = "", ...rest] = pathname.slice(PAGES.length + 1).split("/");
  const page = Object.hasOwn(pages, name) && rest.length === 0 ? pages[name] : undefined;
  const context: PageContext = {
    world,
    isPost: request.method === "POST",
    id,
    query: searchParams,
    form: new URLSearchParams(request.method === "POST" ? request.body : ""),
  };
  const answer = page === undefined ? null : attempt(() => page(context));
  if (answer === null) return notFound();
  if ("redirect" in answer)
    return { status: 303, headers: { location: answer.redirect, "cache-control": "no-store" }, body: "" };
  return { status: 200, headers: pageHeaders(answer.leadsTo ?? []), body: answer.page };
}

/** Shows an API error as a page. */
function attempt(show: () => PageAnswer | null): PageAnswer | null {
  try {
    return show();
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    const main = html`<section class="card">
      <h1>お手続きを続けられません</h1>
      <p>サイトに戻って、もう一度はじめからお試しください。</p>
      <p class="muted">${error.message}</p>
    </section>`;
    return { page: layout("お手続きを続けられません", main) };
  }
}

function notFound(): ApiAnswer {
  const main = html`<section class="card">
    <h1>ページが見つかりません</h1>
    <p>URLを確認してください。</p>
  </section>`;
  return { status: 404, headers: pageHeaders([]), body: layout("ページが見つかりません", main) };
}

/** Browsers apply `form-action` to redirects after a form too, so the policy names the shop's origin. */
function pageHeaders(leadsTo: (string | null)[]): Record<string, string> {
  const origins = new Set(leadsTo.flatMap((url) => (url === null ? [] : new URL(url).origin)));
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ["form-action 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
