import { Menu, Search, Bell } from "lucide-react";
import { Suspense, useRef, useState, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../session/session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { IconButton, ICON_BUTTON } from "../ui/icon-button.tsx";
import { lazyPart } from "../ui/page/lazy-part.ts";
import { PhoneBar } from "./phone-bar.tsx";
import type { Sidebar } from "./use-sidebar.ts";
import { UserMenu } from "./user-menu.tsx";
import { site, useSite } from "../site.ts";
import { contract } from "@manabiya/contract";
import { useRead } from "../api/calls.ts";
import { classNames } from "../ui/class-names.ts";

/** Apart from the first script, which must be small. */
const SearchBox = lazyPart(() => import("./search-box.tsx"));

/** `sidebar` null: this page has none. */
export function Navbar({ sidebar }: { sidebar: Sidebar | null }) {
  const { user } = useSession();
  return (
    <header className="fixed inset-x-0 top-0 z-20 low:absolute flex h-16 items-center gap-1 border-b bg-surface px-2 [--spacing-target:min(2.75rem,16vw)] md:gap-2 md:px-4">
      {user && sidebar && (
        <IconButton
          icon={Menu}
          label="メニュー"
          aria-expanded={sidebar.isOpen}
          aria-controls="sidebar"
          onClick={sidebar.toggle}
        />
      )}
      <Brand />
      {user ? <MemberTools key={user.id} hasBar={sidebar !== null} /> : <VisitorLinks />}
    </header>
  );
}

function MemberTools({ hasBar }: { hasBar: boolean }) {
  const { pathname } = useLocation();
  const [isSearching, setSearching] = useState(false);
  const opener = useRef<Element>(null);

  function openSearch(): void {
    opener.current = document.activeElement;
    setSearching(true);
  }

  /** The focus would be lost with the search box. */
  function closeSearch(): void {
    setSearching(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return (
    <>
      <Suspense>
        <SearchBox isOpen={isSearching} onOpen={openSearch} onClose={closeSearch} />
      </Suspense>
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          icon={Search}
          label="検索を開く"
          aria-expanded={isSearching}
          className={hasBar ? "hidden max-md:not-tall:grid" : "md:hidden"}
          onClick={openSearch}
        />
        {/* Elsewhere its place stays empty, so that the search box does not move. */}
        {pathname === "/" ? <NoticeBell /> : <span className="size-target max-md:hidden" />}
        <UserMenu />
      </div>
      {hasBar && <PhoneBar onSearch={openSearch} />}
    </>
  );
}

function VisitorLinks() {
  return (
    <nav
      aria-label="アカウント"
      className="ml-auto flex shrink-0 items-center gap-1 text-[min(0.9375rem,5vw)] md:gap-2"
    >
      <Link
        to="/login"
        className="flex min-h-target items-center rounded-md px-[min(0.75rem,3.5vw)] font-bold text-primary hover:bg-sunken"
      >
        ログイン
      </Link>
      <ButtonLink look="secondary" to="/signup" className="px-[min(1rem,4.5vw)]">
        会員登録
      </ButtonLink>
    </nav>
  );
}

const LOOK =
  "flex min-h-target min-w-0 items-center gap-2 rounded-md px-[min(0.375rem,2vw)] text-base font-bold text-ink md:shrink-0";

/** Leads members home, and visitors to the landing page outside the application. */
function Brand() {
  const { user } = useSession();
  const { name, icon } = useSite();
  const content = (
    <>
      <img src={icon} alt="" width={32} height={32} className="shrink-0" />
      <span className="truncate md:max-w-40">{name}</span>
    </>
  );
  return user ? (
    <Link to="/" className={LOOK}>
      {content}
    </Link>
  ) : (
    <a href={site.firstLanding} className={LOOK}>
      {content}
    </a>
  );
}

/** Links to the notices and counts the unread ones. A failure to count shows nothing. */
function NoticeBell() {
  const { data, error } = useRead(contract.notices.count);
  const count = data?.count ?? 0;
  const label = count > 0 ? `お知らせ（未読${count}件）` : "お知らせ";

  useEffect(() => {
    if (error) console.warn("The count of unread notices is not known:", error);
  }, [error]);

  return (
    <Link to="/notices" title={label} className={classNames(ICON_BUTTON, "relative")}>
      <Bell aria-hidden className="size-5" />
      <span className="sr-only">{label}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-1 left-1/2 min-w-[min(1.25rem,7vw)] whitespace-nowrap rounded-full bg-signal px-1 text-center text-[min(0.75rem,4vw)]/[1.6] font-bold text-on-signal"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}
