import { escapeHtml } from "../../mail/escape-html.ts";
import type { SiteSettings } from "../../config/config.ts";

/** Inline styles only: the page works in every browser of a mail program, without scripts. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:light-dark(#faf8f3,#11141a);color:light-dark(#1b1e24,#ece9e1);font:16px/1.8 sans-serif}
main{box-sizing:border-box;max-width:36em;margin:0 auto;padding:24px;background:light-dark(#fff,#1a1f29);border:1px solid light-dark(#857d6e,#7d8798);border-radius:8px}
h1{margin:0 0 16px;font-size:20px;line-height:1.4}
p{margin:0 0 16px}
a{color:light-dark(#1f4478,#9cc0f2)}
button{min-height:44px;padding:8px 24px;border:0;border-radius:8px;background:light-dark(#1f4478,#9cc0f2);color:light-dark(#fff,#11141a);font:inherit;cursor:pointer}`;

type State = { token: string } | "done" | "invalid";

/** The page behind the link of a mail: a question, its confirmation, or an invalid link. */
export function unsubscribePage(site: SiteSettings, state: State): string {
  const [title, content] = textOf(site, state);
  return `<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}｜${escapeHtml(site.name)}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`;
}

function textOf(site: SiteSettings, state: State): [title: string, content: string] {
  const settings = `<a href="${escapeHtml(site.publicUrl)}/profile/settings">設定</a>`;
  if (state === "done") {
    return [
      "配信を停止しました",
      `<p>今後、ご案内のメールはお送りしません。</p>
<p>パスワードの再設定やお支払いなど、お手続きに必要なメールは、引き続きお送りします。配信は、${settings}から再開できます。</p>`,
    ];
  }
  if (state === "invalid") {
    return [
      "リンクが無効です",
      `<p>お手数ですが、ログインのうえ、${settings}の「メールの設定」を変更してください。ログインできない場合は、<a href="${escapeHtml(site.contactUrl)}">お問い合わせ</a>ください。</p>`,
    ];
  }
  return [
    "ご案内メールの配信停止",
    `<p>${escapeHtml(site.name)}からのご案内のメールを停止しますか？</p>
<form method="post" action="/unsubscribe?token=${encodeURIComponent(state.token)}"><button>配信を停止する</button></form>`,
  ];
}
