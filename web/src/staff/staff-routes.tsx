import { type ComponentType, lazy, Suspense } from "react";
import { useRoutes } from "react-router";
import { ToLanding } from "./shell/guards.tsx";
import { Loading } from "./ui/spinner.tsx";

/** A screen in a file of its own, loaded when it is visited. */
function screen(path: string, load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(load);
  // Below the route /admin/*, which holds them all.
  return { path: path.slice("/admin/".length), element: <Screen /> };
}

/** Every address of the staff. Apart from routes.tsx, so that members do not load what they never see. */
const SCREENS = [
  screen("/admin/dashboard", () => import("./pages/admin-dashboard.tsx")),
  screen("/admin/categories", () => import("./pages/admin-categories.tsx")),
  screen("/admin/tags", () => import("./pages/admin-tags.tsx")),
  screen("/admin/videos", () => import("./pages/admin-videos.tsx")),
  screen("/admin/videos/upload", () => import("./pages/admin-videos-upload.tsx")),
  screen("/admin/description", () => import("./pages/admin-description.tsx")),
  screen("/admin/chapters", () => import("./pages/admin-chapters.tsx")),
  screen("/admin/notices", () => import("./pages/admin-notices.tsx")),
  screen("/admin/mails", () => import("./pages/admin-mails.tsx")),
  screen("/admin/alerts", () => import("./pages/admin-alerts.tsx")),
  screen("/admin/members", () => import("./pages/admin-members.tsx")),
  screen("/admin/members/:id", () => import("./pages/admin-member.tsx")),
  screen("/admin/audit", () => import("./pages/admin-audit.tsx")),
  { path: "*", Component: ToLanding },
];

export default function StaffScreens() {
  return <Suspense fallback={<Loading className="min-h-60" />}>{useRoutes(SCREENS)}</Suspense>;
}
