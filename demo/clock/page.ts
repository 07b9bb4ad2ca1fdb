import { mailList } from "../mailbox/page.ts";
import type { ReceivedMail } from "../mailbox/mails.ts";
import { html, Html, moment } from "stripe-sandbox/internal/pages/html.ts";
import type { World } from "stripe-sandbox/internal/state/world.ts";
import { cardUpdates } from "./card-updates.ts";
import { customers } from "./customers.ts";
import { openDisputes } from "./disputes.ts";
import { events } from "./events.ts";
import { waitingPayments } from "./waiting-payments.ts";

interface Control {
  world: World;
  /** Null: mails are sent, so there is nothing to show. */
  mails: ReceivedMail[] | null;
  /** The target of a moving clock, milliseconds since 1970; null: it does not move. */
  target: number | null;
  /** Address of the application's site. */
  site: string;
}

/** Seconds between reloads while the clock moves. */
const REFRESH = 2;

export function controlPage({ world, mails, target, site }: Control): string {
  return html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${target === null ? null : html`<meta http-equiv="refresh" content="${REFRESH}" />`}
        <title>サンドボックス</title>
        <link rel="stylesheet" href="/sandbox/control.css" />
      </head>
      <body>
        <header>
          <p class="notice">サンドボックス（実際の請求はありません）</p>
        </header>
        <main class="page">
          <h1>サンドボックス</h1>
          <p>
            サイトの外側（メール、決済、時計）の練習用の環境です。メールはここに届き、時計を進めると、更新や解約、支払いの失敗を試せます。
          </p>
          <nav><a href="/sandbox/">読み込み直す</a> <a href="${site}">サイトに戻る</a></nav>
          <div class="board">
            <div>${clock(world, target)} ${waitingPayments(world)} ${openDisputes(world)}</div>
            ${
              mails === null
                ? null
                : html`<section class="mails" aria-labelledby="mails">
                    <h2 id="mails">メール</h2>
                    ${new Html(mailList(mails))}
                  </section>`
            }
            <div>${customers(world)} ${cardUpdates(world)} ${events(world)}</div>
          </div>
        </main>
      </body>
    </html> `.text;
}

const JUMPS = [
  ["day", "1日進める"],
  ["month", "1か月進める"],
  ["year", "1年進める"],
] as const;

function clock(world: World, target: number | null): Html {
  const buttons = JUMPS.map(
    ([jump, label], index) =>
      html`<button name="jump" value="${jump}" ${index === 0 ? null : html` class="quiet"`}>${label}</button>`,
  );
  return html`<section class="card" aria-labelledby="clock">
    <h2 id="clock">時計</h2>
    <p class="clock">
      <time datetime="${new Date(world.present()).toISOString()}">${moment(world.present() / 1000)}</time>
    </p>
    ${
      target === null
        ? html`<form class="actions" method="post" action="/sandbox/clock">${buttons}</form>
            <p class="muted">
              その日までの更新・請求・メールが、順に処理されます。戻すことはできません。ログインの期限も進みます。
            </p>`
        : html`<p role="status">${moment(target / 1000)} まで進めています。終わるまで、ページは自動で更新されます。</p>`
    }
  </section>`;
}

/** Extends PAGES_CSS and MAILBOX_CSS. */
export const CONTROL_CSS = `
body { max-width: none; padding: 0; }
.page { max-width: 75rem; }
.board { display: grid; gap: 24px; }
.clock { font-size: 24px; font-weight: 700; }
.mails details { border: 1px solid var(--border); }
.rows li { align-items: center; }
.rows p { margin: 0; }
select { max-width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; }
.rows li > div { min-width: 0; }
@media (min-width: 64rem) {
  .board { grid-template-columns: 3fr 2fr; grid-template-rows: auto 1fr; align-items: start; }
  .mails { grid-column: 2; grid-row: 1 / span 2; }
}
`;
