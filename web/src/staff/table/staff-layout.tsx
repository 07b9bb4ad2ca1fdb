import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate } from "react-router";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { UnsavedGuard } from "../../forms/unsaved.tsx";
import { useProfile } from "../../accounts/session/profile.ts";

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

/** Redirects other staff to their profile. It stands inside StaffOnly, so the profile is loaded. */
export function SuperusersOnly({ children }: { children: ReactNode }) {
  const { data } = useProfile();
  return data?.is_superuser ? children : <Navigate replace to="/profile" />;
}
