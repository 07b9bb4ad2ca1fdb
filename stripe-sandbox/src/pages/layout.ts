import { html, type Html } from "./html.ts";

export const STYLE_PATH = "/sandbox/stripe/style.css";

/** @param size `narrow`: one column of reading width */
export function layout(title: string, main: Html, size: "narrow" | "wide" = "narrow"): string {
  return html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}｜サンドボックス</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header><p class="notice">サンドボックス（実際の請求はありません）</p></header>
        <main class="page${size === "narrow" ? " narrow" : ""}">${main}</main>
      </body>
    </html> `.text;
}

export function badBanner(message: string | null): Html | null {
  return message === null ? null : html`<p class="banner bad" role="alert">${message}</p>`;
}

export function goodBanner(message: string): Html {
  return html`<p class="banner good" role="status">${message}</p>`;
}
