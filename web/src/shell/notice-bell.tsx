import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { query } from "../api/calls.ts";
import { classNames } from "../ui/class-names.ts";
import { ICON_BUTTON } from "../ui/icon-button.tsx";

/** Links to the notices and counts the unread ones. A failure to count shows nothing. */
export function NoticeBell() {
  const { data, error } = useQuery(query(contract.notices.count));
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
          className="absolute top-1 left-6 min-w-5 whitespace-nowrap rounded-full bg-signal px-1 text-center text-[0.75rem]/5 font-bold text-on-signal"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}
