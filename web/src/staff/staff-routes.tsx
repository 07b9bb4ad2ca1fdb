import type { StaffAccess } from "@manabiya/contract/rules/staff-rights.ts";
import { type ComponentType, lazy, Suspense } from "react";
import { useRoutes } from "react-router";
import { MembersOnly, StaffOnly, ToLanding } from "../shell/guards.tsx";
import { loadPageFile } from "../shell/page-file.ts";
import { Loading } from "../ui/spinner.tsx";
import { RightNeeded } from "./table/staff-layout.tsx";

function screen(path: string, access: StaffAccess, load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(() => loadPageFile(load));
  // These routes are children of /admin/*.
  const element = (
    <RightNeeded access={access}>
      <Screen />
    </RightNeeded>
  );
  return { path: path.slice("/admin/".length), element };
}

/** Every staff address, with the right that its screen needs. */
const SCREENS = [
  screen("/admin/dashboard", "staff", () => import("./dashboard/dashboard-page.tsx")),
  screen("/admin/categories", "staff", () => import("./categories-and-tags/categories-page.tsx")),
  screen("/admin/tags", "staff", () => import("./categories-and-tags/tags-page.tsx")),
  screen("/admin/videos", "staff", () => import("./videos/videos-page.tsx")),
  screen("/admin/videos/upload", "staff", () => import("./videos/upload-video-page.tsx")),
  screen("/admin/description", "staff", () => import("./chapters/descriptions-page.tsx")),
  screen("/admin/chapters", "staff", () => import("./chapters/chapters-page.tsx")),
  screen("/admin/notices", "staff", () => import("./notices/notices-page.tsx")),
  screen("/admin/mails", "staff.members", () => import("./mails/mails-page.tsx")),
  screen("/admin/alerts", "staff.money", () => import("./alerts/alerts-page.tsx")),
  screen("/admin/members", "staff.members", () => import("./members/members-page.tsx")),
  screen("/admin/members/:id", "staff.members", () => import("./members/member-page.tsx")),
  screen("/admin/colleagues", "superuser", () => import("./colleagues/colleagues-page.tsx")),
  screen("/admin/coupons", "staff.money", () => import("./coupons/coupons-page.tsx")),
  screen("/admin/audit", "superuser", () => import("./audit/audit-page.tsx")),
];

/** Reached from a mail by visitors and members, so it stands outside the guards. */
const Invitation = lazy(() => loadPageFile(() => import("./colleagues/invitation-page.tsx")));

/** The guards stand around known addresses only: unknown ones lead everybody to the landing page. */
const ROUTES = [
  { Component: MembersOnly, children: [{ Component: StaffOnly, children: SCREENS }] },
  { path: "invitation", element: <Invitation /> },
  { path: "*", Component: ToLanding },
];

export default function StaffScreens() {
  return <Suspense fallback={<Loading className="min-h-60" />}>{useRoutes(ROUTES)}</Suspense>;
}
