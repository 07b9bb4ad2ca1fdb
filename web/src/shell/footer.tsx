import { site } from "../site.ts";

const LINKS = [
  { label: "利用規約", href: site.termsUrl },
  { label: "プライバシーポリシー", href: site.privacyUrl },
  { label: "よくある質問", href: site.faqUrl },
  { label: "お問い合わせ", href: site.contactUrl },
  { label: "特定商取引法に基づく表記", href: site.commerceLawUrl },
].filter(({ href }) => href !== "");

export function Footer() {
  return (
    <footer className="mt-auto border-t bg-surface px-4 py-6">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <nav aria-label="サイト情報">
          <ul className="flex flex-wrap gap-x-6">
            {LINKS.map(({ label, href }) => (
              <li key={label}>
                <a href={href} className="flex min-h-target items-center text-muted underline hover:text-ink">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-xs text-muted">
          {/* As on the landing pages, which the server keeps: no year that would grow old there. */}
          <small className="text-xs">© {site.name}</small>
        </p>
      </div>
    </footer>
  );
}
