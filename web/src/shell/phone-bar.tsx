import { CalendarCheck, House, LibraryBig, NotebookPen, Search } from "lucide-react";
import { NavLink } from "react-router";
import { classNames } from "../ui/class-names.ts";

const DESTINATIONS = [
  ["/", "ホーム", House],
  ["/playlists", "再生リスト", LibraryBig],
  ["/today", "今日", CalendarCheck],
  ["/notes", "メモ", NotebookPen],
] as const;

const ITEM =
  "grid min-h-14 min-w-max flex-1 content-center justify-items-center gap-0.5 rounded-md text-center text-[min(0.75rem,6vw)]/[1.6] phrase";

/** At the bottom of phones, whose sidebar is closed. A window with little height has no room for it. */
export function PhoneBar({ onSearch }: { onSearch: () => void }) {
  return (
    <nav
      aria-label="画面の下のメニュー"
      className="fixed inset-x-0 bottom-0 hidden border-t bg-surface px-1 max-md:tall:flex print:hidden"
    >
      {DESTINATIONS.map(([to, label, Icon]) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/"}
          className={({ isActive }) => classNames(ITEM, isActive ? "font-bold text-primary" : "text-muted")}
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </NavLink>
      ))}
      <button type="button" onClick={onSearch} className={classNames(ITEM, "text-muted")}>
        <Search aria-hidden className="size-5" />
        探す
      </button>
    </nav>
  );
}
