import { hasRight, missingRightText, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import { BackLink } from "../../ui/page/back-link.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { UnsavedGuard } from "../../forms/unsaved.tsx";
import { useProfile } from "../../api/profile.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { openAreas, positionOf } from "../navigation/screens.ts";

interface StaffPageProps {
  title: string;
  /** Replaces the way back to the list of the record, or to the dashboard. */
  back?: { to: string; name: string };
  /** Shown beside the title. */
  actions?: ReactNode;
  /** The part of the address that the area's other screens share, such as a range of days. */
  search?: string;
  children: ReactNode;
}

/** A screen of the staff with its area's screens as tabs. One record has no tabs, but the way back to its list. */
export function StaffPage({ title, back: given, actions, search = "", children }: StaffPageProps) {
  usePageTitle(title);
  const { pathname } = useLocation();
  const { data } = useProfile();
  const position = positionOf(openAreas(data), pathname);
  const isRecord = position !== null && position.screen.path !== pathname;
  const list = isRecord
    ? { to: { pathname: position.screen.path, search }, name: position.screen.name }
    : { to: "/admin/dashboard", name: "管理画面" };
  const back = given ?? list;
  const tabs = position?.area.screens.filter(({ isTab }) => isTab !== false) ?? [];
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-5 px-4 py-4 @2xl:px-6">
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <BackLink to={back.to}>{back.name}</BackLink>
          <h1 className="text-xl">{title}</h1>
          {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {tabs.length > 1 && !isRecord && (
          <nav
            ref={showCurrent}
            aria-label={`${position?.area.name}の画面`}
            className="flex gap-x-1 overflow-x-auto border-b @2xl:flex-wrap"
          >
            {tabs.map(({ path, name }) => (
              <NavLink
                key={path}
                end
                to={{ pathname: path, search }}
                className="inline-flex min-h-target shrink-0 items-center border-b-2 border-transparent px-2.5 text-muted hover:text-ink aria-[current=page]:border-primary aria-[current=page]:font-bold aria-[current=page]:text-primary"
              >
                {name}
              </NavLink>
            ))}
          </nav>
        )}
      </div>
      {children}
      <UnsavedGuard />
    </div>
  );
}

/** On phones the tabs are wider than the screen. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Says to staff without the right which one the screen needs. */
export function RightNeeded({ access, children }: { access: StaffAccess; children: ReactNode }) {
  const mayOpen = useHasRight();
  if (mayOpen(access)) return children;
  return (
    <StaffPage title="この画面は表示できません">
      <EmptyState>{missingRightText("この画面", access)}</EmptyState>
    </StaffPage>
  );
}

/** Tells what the signed-in member of staff may do. It stands inside StaffOnly, so the profile is loaded. */
export function useHasRight(): (access: StaffAccess) => boolean {
  const { data } = useProfile();
  return (access) => data !== undefined && hasRight(data, access);
}
