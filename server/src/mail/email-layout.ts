import type { SiteSettings } from "../config/config.ts";
import type { MailKind } from "./mail-kinds.ts";
import type { Mail } from "./outbox.ts";

/** A paragraph or a button. */
export type Block = string | { label: string; url: string };

/**
 * Composes the text and HTML parts. All given strings are plain text and are escaped. Never pass user input: it would let
 * a sender reach strangers through our address.
 */
export function composeEmail(
  site: SiteSettings,
  given: { kind: MailKind; recipient: string; title: string; blocks: Block[] },
): Mail {
  const { kind, recipient, title, blocks } = given;
  return {
    kind,
    recipient,
    subject: `【${site.name}】${title}`,
    text: textPart(site, blocks),
    html: htmlPart(site, title, blocks),
  };
}

/** For text between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const SEND_ONLY = "このメールは送信専用です。ご返信いただいてもお答えできません。";

/** The second page names the seller, whom a member must be able to identify from an email about money. */
function footerLinks(site: SiteSettings): { label: string; url: string }[] {
  const seller = { label: "特定商取引法に基づく表記", url: site.commerceLawUrl };
  return [{ label: "お問い合わせ", url: site.contactUrl }, ...(seller.url === "" ? [] : [seller])];
}

function textPart(site: SiteSettings, blocks: Block[]): string {
  const paragraphs = blocks.map((block) => (typeof block === "string" ? block : `${block.label}\n${block.url}`));
  const links = footerLinks(site).map(({ label, url }) => `${label}：${url}`);
  const signature = ["--", site.name, site.publicUrl, SEND_ONLY, ...links].join("\n");
  return `${[...paragraphs, signature].join("\n\n")}\n`;
}

function htmlPart(site: SiteSettings, title: string, blocks: Block[]): string {
  const paragraphs = blocks.map((block) => (typeof block === "string" ? paragraph(block) : button(block)));
  return `<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#faf8f3;color:#1b1e24;font:16px/1.8 sans-serif">
<div style="max-width:36em;margin:0 auto;padding:24px;background:#fff;border:1px solid #857d6e;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(title)}</h1>
${paragraphs.join("\n")}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #857d6e;font-size:13px;color:#5c5f66">
${link(site.publicUrl, site.name)}<br>${SEND_ONLY}<br>${footerLinks(site)
    .map(({ label, url }) => link(url, label))
    .join("<br>")}</p>
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
}

/** Shows the URL below the button too, for mail programs without styles. */
function button({ label, url }: { label: string; url: string }): string {
  const style =
    "display:inline-block;padding:12px 24px;border-radius:8px;background:#1f4478;color:#fff;text-decoration:none";
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a><br>
<span style="font-size:13px;color:#5c5f66;word-break:break-all">${escapeHtml(url)}</span></p>`;
}

function link(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#1f4478">${escapeHtml(label)}</a>`;
}
