import { Fragment, type FunctionComponent, lazy, type PropsWithChildren, Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { useIsStaff, useProfile } from "../api/profile.ts";
import { updateSessionUser, useSession } from "../session/session.ts";
import { isSessionSaved } from "../session/storage.ts";
import { classNames } from "../ui/class-names.ts";
import { Navbar } from "./navbar.tsx";
import { SidebarContent } from "./sidebar-content.tsx";
import { SidebarPanel } from "./sidebar-panel.tsx";
import { useScrollMemory } from "./use-scroll-memory.ts";
import { useSidebar } from "./use-sidebar.ts";
import { site } from "../site.ts";

/** After a release the file may be gone; the members' sidebar then stands alone. */
const StaffSidebar = lazy<FunctionComponent<PropsWithChildren>>(() =>
  import("../staff/navigation/staff-sidebar.tsx").catch(() => ({ default: ({ children }) => children })),
);

const WITHOUT_SIDEBAR = ["/signup", "/checkout"];

export function Shell() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const sidebar = useSidebar();
  const hasSidebar = user !== null && !WITHOUT_SIDEBAR.includes(pathname);
  const main = useFocusOnNewPage(pathname);
  const panel = (
    <SidebarPanel sidebar={sidebar}>
      <SidebarContent />
    </SidebarPanel>
  );
  const Sidebar = useIsStaff() ? StaffSidebar : Fragment;
  useProfileInSession();
  useScrollMemory();

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 rounded-md bg-primary px-4 py-2.5 font-bold text-on-primary focus:translate-y-0"
      >
        本文へ移動
      </a>
      <Navbar sidebar={hasSidebar ? sidebar : null} />
      <PendingNavigation />
      {hasSidebar && (
        <Suspense key={user.id} fallback={panel}>
          <Sidebar>{panel}</Sidebar>
        </Suspense>
      )}
      <div
        className={classNames(
          "flex min-h-dvh flex-col pt-16",
          // Ends above the phone's bar.
          hasSidebar && "max-md:tall:pb-[calc(3.5rem+1px)]",
          hasSidebar && sidebar.isOpen && !sidebar.isOverlay && "pl-[min(16rem,40vw)]",
        )}
      >
        {user !== null && !isSessionSaved() && (
          <p role="status" className="phrase border-b border-signal bg-signal-soft px-4 py-3">
            ブラウザーの保存領域に空きがないか、使用できないため、ログインの状態を保存できません。このページを再読み込みするか閉じると、もう一度ログインが必要です。
          </p>
        )}
        {/* As high as the window, so that a loading page does not move the footer. */}
        <main ref={main} id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
          <Outlet />
        </main>
        <Footer />
      </div>
    </>
  );
}

/** A line at the top while the next page loads. */
function PendingNavigation() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="fixed inset-x-0 top-0 z-30 h-1 animate-appear bg-signal" />;
}

/** Keyboard and screen reader continue at the new page, not at the followed link's position. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== pathname) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}

/** Every start refreshes the stored summary from the profile. */
function useProfileInSession() {
  const { data } = useProfile();
  useEffect(() => {
    if (data) updateSessionUser(data);
  }, [data]);
}

const LINKS = [
  { label: "利用規約", href: site.termsUrl },
  { label: "プライバシーポリシー", href: site.privacyUrl },
  { label: "よくある質問", href: site.faqUrl },
  { label: "お問い合わせ", href: site.contactUrl },
  { label: "特定商取引法に基づく表記", href: site.commerceLawUrl },
].filter(({ href }) => href !== "");

function Footer() {
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
