import { type ComponentType, lazy, Suspense } from "react";
import { useRoutes } from "react-router";
import { MembersOnly, StaffOnly, ToLanding } from "../shell/guards.tsx";
import { loadPageFile } from "../shell/page-file.ts";
import { Loading } from "../ui/spinner.tsx";

function screen(path: string, load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(() => loadPageFile(load));
  // These routes are children of /admin/*.
  return { path: path.slice("/admin/".length), element: <Screen /> };
}

/** Every staff address. */
const SCREENS = [
  screen("/admin/dashboard", () => import("./dashboard/dashboard-page.tsx")),
  screen("/admin/categories", () => import("./categories-and-tags/categories-page.tsx")),
  screen("/admin/tags", () => import("./categories-and-tags/tags-page.tsx")),
  screen("/admin/videos", () => import("./videos/videos-page.tsx")),
  screen("/admin/videos/upload", () => import("./videos/upload-video-page.tsx")),
  screen("/admin/description", () => import("./chapters/descriptions-page.tsx")),
  screen("/admin/chapters", () => import("./chapters/chapters-page.tsx")),
  screen("/admin/notices", () => import("./notices/notices-page.tsx")),
  screen("/admin/mails", () => import("./mails/mails-page.tsx")),
  screen("/admin/alerts", () => import("./alerts/alerts-page.tsx")),
  screen("/admin/coupons", () => import("./coupons/coupons-page.tsx")),
  screen("/admin/members", () => import("./members/members-page.tsx")),
  screen("/admin/members/:id", () => import("./members/member-page.tsx")),
  screen("/admin/audit", () => import("./audit/audit-page.tsx")),
];

/** The guards stand around known addresses only: unknown ones lead everybody to the landing page. */
const ROUTES = [
  { Component: MembersOnly, children: [{ Component: StaffOnly, children: SCREENS }] },
  { path: "*", Component: ToLanding },
];

export default function StaffScreens() {
  return <Suspense fallback={<Loading className="min-h-60" />}>{useRoutes(ROUTES)}</Suspense>;
}
