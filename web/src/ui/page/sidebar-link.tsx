import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { showMore } from "./whole-titles.ts";
import { Button } from "../button.tsx";
import type { FailureProps } from "../loaded.tsx";
import { classNames } from "../class-names.ts";

interface SidebarLinkProps {
  to: string;
  icon?: LucideIcon;
  /** One of several on a line below the previous entry. */
  isChild?: boolean;
  /** False: also marked on the screens below its address. */
  end?: boolean;
  children: ReactNode;
}

export const sidebarItem = (isActive: boolean, isChild?: boolean) =>
  classNames(
    "flex min-h-target items-center gap-3 rounded-md py-0.5 leading-snug hover:bg-sunken",
    isChild ? "px-2 text-muted pointer-fine:min-h-6" : "px-3 pointer-fine:min-h-7",
    isActive && "bg-primary-soft font-bold text-primary",
  );

export function SidebarLink({ to, icon: Icon, isChild, end = true, children }: SidebarLinkProps) {
  return (
    <li>
      <NavLink to={to} end={end} className={({ isActive }) => sidebarItem(isActive, isChild)}>
        {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
        <span ref={showMore} className="phrase line-clamp-2">
          {children}
        </span>
      </NavLink>
    </li>
  );
}

export function SidebarHeading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="px-3 pb-1 text-xs text-muted">
      {children}
    </h2>
  );
}

export function SidebarFailure({ query: { isFetching, refetch }, message }: FailureProps) {
  return (
    <div className="px-3">
      <p role="alert" className="text-danger">
        {message}
      </p>
      <Button look="secondary" className="mt-2" isBusy={isFetching} onClick={() => void refetch()}>
        再試行
      </Button>
    </div>
  );
}
