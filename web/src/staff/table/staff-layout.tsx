import { hasRight, missingRightText, type StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { UnsavedGuard } from "../../forms/unsaved.tsx";
import { useProfile } from "../../api/profile.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

interface StaffPageProps {
  title: string;
  /** Shown beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffPage({ title, actions, children }: StaffPageProps) {
  usePageTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 py-6 md:px-6 md:py-8">
      <div>
        <Link
          to="/admin/dashboard"
          className="-ml-2 inline-flex min-h-target items-center gap-1 rounded-md px-2 text-primary hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          管理画面
        </Link>
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <h1 className="text-xl">{title}</h1>
          {actions}
        </div>
      </div>
      {children}
      <UnsavedGuard />
    </div>
  );
}

interface RightNeededProps {
  access: StaffAccess;
  children: ReactNode;
}

/** Says to staff without the right which one the screen needs. */
export function RightNeeded({ access, children }: RightNeededProps) {
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
