import { CircleUserRound, Clock, Heart, LogOut, Settings, UserRound } from "lucide-react";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { logOut } from "../api/log-out.ts";
import { useIsStaff } from "../api/profile.ts";
import { useSession } from "../session/session.ts";

const ITEM = "flex min-h-target w-full items-center gap-3 px-4 text-left hover:bg-sunken";

const LINKS = [
  ["/profile", "プロフィール", UserRound],
  ["/favorites", "お気に入り", Heart],
  ["/watch-later", "後で見る", Clock],
] as const;
const STAFF_LINKS = [...LINKS, ["/admin/dashboard", "管理画面", Settings]] as const;

export function UserMenu() {
  const { user } = useSession();
  const isStaff = useIsStaff();
  const navigate = useNavigate();
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();

  async function leave() {
    const done = logOut();
    await navigate("/login");
    await done;
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={`${user?.username ?? ""}さんのメニュー`}
        className="flex h-target min-w-target items-center justify-center gap-2 rounded-md px-[min(0.5rem,1vw)] hover:bg-sunken"
      >
        <CircleUserRound aria-hidden className="size-6 shrink-0" />
        <span className="hidden max-w-40 truncate lg:inline">{user?.username}</span>
      </button>
      <div
        ref={menu}
        id="user-menu"
        popover="auto"
        className="fixed inset-auto top-[4.25rem] right-2 w-60 overflow-hidden rounded-lg border bg-surface py-2 text-ink md:right-4"
      >
        <p className="truncate px-4 pb-2 font-bold lg:hidden">{user?.username}</p>
        <nav aria-label="アカウント">
          {(isStaff ? STAFF_LINKS : LINKS).map(([to, label, Icon]) => (
            <Link key={to} to={to} className={ITEM} onClick={close}>
              <Icon aria-hidden className="size-5 text-muted" />
              {label}
            </Link>
          ))}
        </nav>
        <button type="button" className={`${ITEM} mt-2 border-t`} onClick={() => void leave()}>
          <LogOut aria-hidden className="size-5 text-muted" />
          ログアウト
        </button>
      </div>
    </>
  );
}
