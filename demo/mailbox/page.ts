import type { ReceivedMail } from "./mails.ts";

const instant = new Intl.DateTimeFormat("ja-JP", { dateStyle: "medium", timeStyle: "medium", timeZone: "Asia/Tokyo" });

/** A URL without the punctuation that follows it. */
const ADDRESS = /https?:\/\/[^\s<>"'「」（）、。]+[^\s<>"'「」（）、。.,;:!?)\]]/g;

/** The mails as markup; the first one is open. */
export function mailList(mails: ReceivedMail[]): string {
  const list = mails.map((mail, index) => article(mail, index === 0)).join("\n");
  return list || "<p>メールはまだ届いていません。</p>";
}

export function mailboxPage(mails: ReceivedMail[]): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>メールボックス</title>
<link rel="stylesheet" href="/sandbox/mailbox.css">
</head>
<body>
<header>
<h1>メールボックス</h1>
<p>デモではメールを送らず、ここに届けます。新しいメールは、ページを読み込み直すと表示されます。</p>
<nav><a href="/sandbox/">読み込み直す</a> <a href="/">サイトに戻る</a></nav>
</header>
<main>
${mailList(mails)}
</main>
</body>
</html>
`;
}

function article(mail: ReceivedMail, isOpen: boolean): string {
  const date = Date.parse(mail.date);
  const time = Number.isNaN(date)
    ? ""
    : `<time datetime="${new Date(date).toISOString()}">${instant.format(date)}</time>`;
  return `<details name="mail"${isOpen ? " open" : ""}>
<summary><strong>${escape(mail.subject)}</strong> <span>${escape(mail.recipient)}</span> ${time}</summary>
<div class="text">${linked(mail.text.trim())}</div>
</details>`;
}

/** Escapes the text and turns http and https URLs into links. */
function linked(text: string): string {
  let html = "";
  let done = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    html += `${escape(text.slice(done, index))}<a href="${escape(address)}">${escape(address)}</a>`;
    done = index + address.length;
  }
  return html + escape(text.slice(done));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
