import { placeholder, type Placeholder } from "@manabiya/contract/rules/page-placeholders.ts";

const LINKS: readonly { address: Placeholder; label: string }[] = [
  { address: "SITE_TERMS_URL", label: "利用規約" },
  { address: "SITE_PRIVACY_URL", label: "プライバシーポリシー" },
  { address: "SITE_FAQ_URL", label: "よくある質問" },
  { address: "SITE_CONTACT_URL", label: "お問い合わせ" },
  { address: "SITE_COMMERCE_LAW_URL", label: "特定商取引法に基づく表記" },
];

export function Footer() {
  return (
    <footer className="border-t border-border py-8 text-sm">
      <div className="page-width flex flex-col gap-4 md:flex-row md:flex-wrap md:items-center md:justify-between">
        <nav aria-label="サイト情報">
          <ul className="flex flex-wrap gap-x-6">
            {LINKS.map((link) => (
              // Only the running server knows whether this page is configured.
              <li key={link.address} className="has-[a[href='']]:hidden">
                <a
                  href={placeholder(link.address)}
                  rel="noopener"
                  className="inline-flex min-h-target items-center hover:underline"
                >
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-xs text-muted">© {placeholder("SITE_NAME")}</p>
      </div>
    </footer>
  );
}
