import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";

export function TopBar({ home }: { home: string }) {
  return (
    <header className="fixed inset-x-0 top-0 z-20 border-b border-border bg-surface [@media(max-height:30rem)]:absolute">
      <div className="page-width flex h-16 items-center justify-between gap-2">
        <a href={home} className="flex min-h-target min-w-0 items-center gap-2 text-lg font-bold">
          <img src="/favicon.svg" alt="" width={32} height={32} className="shrink-0" />
          <span className="truncate">{placeholder("SITE_NAME")}</span>
        </a>
        <nav
          aria-label="アカウント"
          className="flex shrink-0 items-center gap-1 text-[min(0.9375rem,5vw)]/[1.6] font-bold sm:gap-2"
        >
          <a
            href="/login"
            className="inline-flex min-h-target items-center rounded-md px-[min(0.5rem,2.5vw)] hover:bg-sunken sm:px-3"
          >
            ログイン
          </a>
          <a
            href="/signup"
            className="inline-flex min-h-target items-center rounded-md border-2 border-primary px-[min(0.5rem,2.5vw)] text-primary hover:bg-primary-soft sm:px-4"
          >
            会員登録
          </a>
        </nav>
      </div>
    </header>
  );
}
