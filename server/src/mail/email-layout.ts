import { readFileSync } from "node:fs";
import type { SiteSettings } from "../config/config.ts";
import { escapeHtml } from "./escape-html.ts";
import type { MailKind } from "./mail-kinds.ts";
import type { Mail } from "./outbox.ts";

/** A paragraph or a button. */
export type Block = string | { label: string; url: string };

/** A part of the HTML, in one line. `%NAME%` is replaced when a mail is composed. */
const part = (name: string) =>
  readFileSync(new URL(`./layout/${name}.html`, import.meta.url), "utf8").replaceAll("\n", "");

const LAYOUT = { page: part("page"), paragraph: part("paragraph"), button: part("button"), link: part("link") };

/** Characters of the text that mail programs show beside the subject. */
const PREHEADER_MAX = 90;
/** Fills that line, in which mail programs would otherwise show the beginning of the mail once more. */
const INVISIBLE = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff".repeat(60);

/**
 * Composes the text and HTML parts. All given strings are plain text and are escaped. Never pass user input: it would let
 * a sender reach strangers through our address.
 */
export function composeEmail(
  site: SiteSettings,
  { title, ...envelope }: { kind: MailKind; recipient: string; title: string },
  blocks: Block[],
): Mail {
  return { ...envelope, ...composeParts(site, { title, blocks }) };
}

interface Content {
  title: string;
  blocks: Block[];
  /** Mails that advertise have it, and name their sender (特定電子メール法). */
  unsubscribeUrl?: string;
}

export function composeParts(site: SiteSettings, content: Content) {
  const { title, blocks } = content;
  return {
    subject: `【${site.name}】${title}`,
    text: textPart(site, blocks, footer(site, content)),
    html: htmlPart(site, content, footer(site, content)),
  };
}

type FooterLine = string | { label: string; url: string };

/** A member must be able to identify the seller from an email about money, and the sender of one that advertises. */
function footer(site: SiteSettings, { unsubscribeUrl }: Content): FooterLine[] {
  const seller = { label: "特定商取引法に基づく表記", url: site.commerceLawUrl };
  return [
    ...(site.mailFooter === "" ? [] : site.mailFooter.split("\n")),
    // Else the contact may be the sender itself.
    ...(site.contactUrl.startsWith("mailto:")
      ? []
      : ["このメールは送信専用です。ご返信いただいてもお答えできません。"]),
    { label: "お問い合わせ", url: site.contactUrl },
    ...(seller.url === "" ? [] : [seller]),
    ...(unsubscribeUrl === undefined
      ? []
      : [
          `送信者：${site.ownerName}`,
          `住所：${site.ownerAddress}`,
          "ご案内のメールが不要な場合は、次のリンクからいつでも停止できます。",
          { label: "配信を停止する", url: unsubscribeUrl },
        ]),
  ];
}

/** Nobody reads "mailto:". */
const shown = (url: string) => url.replace(/^mailto:/, "");

function textPart(site: SiteSettings, blocks: Block[], lines: FooterLine[]): string {
  const paragraphs = blocks.map((block) => (typeof block === "string" ? block : `${block.label}\n${shown(block.url)}`));
  const signature = lines.map((line) => (typeof line === "string" ? line : `${line.label}：${shown(line.url)}`));
  return `${[...paragraphs, ["--", site.name, site.publicUrl, ...signature].join("\n")].join("\n\n")}\n`;
}

function htmlPart(site: SiteSettings, { title, blocks }: Content, lines: FooterLine[]): string {
  const preheader = blocks
    .filter((block) => typeof block === "string")
    .join(" ")
    .replaceAll("\n", " ");
  return fill(LAYOUT.page, {
    TITLE: escapeHtml(title),
    // A cut emoji would be half a character.
    PREHEADER: escapeHtml([...preheader].slice(0, PREHEADER_MAX).join("")) + INVISIBLE,
    BRAND: link(site.publicUrl, site.name),
    BLOCKS: blocks.map((block) => (typeof block === "string" ? paragraph(block) : button(block))).join("\n"),
    FOOTER: [{ label: site.name, url: site.publicUrl }, ...lines]
      .map((line) => (typeof line === "string" ? escapeHtml(line) : link(line.url, line.label)))
      .join("<br>"),
  });
}

/** A function as the replacement, because a text may contain "$&". All at once, because a text may contain "%URL%". */
function fill(part: string, values: Record<string, string>): string {
  return part.replace(/%([A-Z]+)%/g, (found, name: string) => values[name] ?? found);
}

const URLS = /(https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+)/;

/** URLs become links, as members see them in notices. */
function paragraph(text: string): string {
  const pieces = text.split(URLS).map((piece, index) => (index % 2 === 1 ? link(piece, piece) : escapeHtml(piece)));
  return fill(LAYOUT.paragraph, { TEXT: pieces.join("").replaceAll("\n", "<br>") });
}

/** Shows the URL below the button too, for mail programs without styles. */
function button({ label, url }: { label: string; url: string }): string {
  return fill(LAYOUT.button, { LABEL: escapeHtml(label), URL: escapeHtml(url), SHOWN: escapeHtml(shown(url)) });
}

function link(url: string, label: string): string {
  return fill(LAYOUT.link, { URL: escapeHtml(url), LABEL: escapeHtml(label) });
}
