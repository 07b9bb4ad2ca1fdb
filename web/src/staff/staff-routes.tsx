import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { type ComponentType, lazy, Suspense } from "react";
import { Navigate, Outlet, useRoutes } from "react-router";
import { MembersOnly, ToLanding } from "../session/guards.tsx";
import { loadPageFile } from "../ui/page/page-file.ts";
import { Loading } from "../ui/spinner.tsx";
import { accessOf, type StaffPath } from "./navigation/screens.ts";
import { RightNeeded } from "./table/staff-layout.tsx";
import { WithProfile } from "../api/with-profile.tsx";

/** The page of each staff address. */
const PAGES: Record<StaffPath, () => Promise<{ default: ComponentType }>> = {
  "/admin/dashboard": () => import("./dashboard/dashboard-page.tsx"),
  "/admin/categories": () => import("./categories-and-tags/categories-page.tsx"),
  "/admin/tags": () => import("./categories-and-tags/tags-page.tsx"),
  "/admin/synonyms": () => import("./categories-and-tags/synonyms-page.tsx"),
  "/admin/videos": () => import("./videos/videos-page.tsx"),
  "/admin/videos/upload": () => import("./videos/upload-video-page.tsx"),
  "/admin/videos/sheet": () => import("./csv/video-sheet-page.tsx"),
  "/admin/videos/:id": () => import("./editor/video-editor-page.tsx"),
  "/admin/videos/:id/captions": () => import("./editor/captions/captions-page.tsx"),
  "/admin/description": () => import("./chapters/descriptions-page.tsx"),
  "/admin/chapters": () => import("./chapters/chapters-page.tsx"),
  "/admin/notices": () => import("./notices/notices-page.tsx"),
  "/admin/mails": () => import("./mails/mails-page.tsx"),
  "/admin/mailings": () => import("./mails/mailings/automatic-mails-page.tsx"),
  "/admin/alerts": () => import("./alerts/alerts-page.tsx"),
  "/admin/site": () => import("./site/site-page.tsx"),
  "/admin/legal": () => import("./site/legal/legal-page.tsx"),
  "/admin/landing": () => import("./site/landing/landing-editor-page.tsx"),
  "/admin/freelanding": () => import("./site/landing/landing-editor-page.tsx"),
  "/admin/tools": () => import("./site/tools/tools-page.tsx"),
  "/admin/colleagues": () => import("./colleagues/colleagues-page.tsx"),
  "/admin/prices": () => import("./site/prices/prices-page.tsx"),
  "/admin/sales": () => import("./figures/sales/sales-page.tsx"),
  "/admin/coupons": () => import("./coupons/coupons-page.tsx"),
  "/admin/members": () => import("./members/members-page.tsx"),
  "/admin/members/move": () => import("./members/move-members-page.tsx"),
  "/admin/members/:id": () => import("./members/member-page.tsx"),
  "/admin/questions": () => import("./editor/questions/questions-page.tsx"),
  "/admin/figures": () => import("./figures/member-figures-page.tsx"),
  "/admin/figures/videos": () => import("./figures/video-figures-page.tsx"),
  "/admin/figures/videos/:id": () => import("./figures/one-video-page.tsx"),
  "/admin/figures/searches": () => import("./figures/search-figures-page.tsx"),
  "/admin/home": () => import("./playlists/home/home-curation-page.tsx"),
  "/admin/state": () => import("./dashboard/state-page.tsx"),
  "/admin/audit": () => import("./audit/audit-page.tsx"),
};

const SCREENS = Object.entries(PAGES).map(([path, load]) => {
  const Screen = lazy(() => loadPageFile(load));
  // These routes are children of /admin/*.
  const element = (
    <RightNeeded access={accessOf(path)}>
      <Screen />
    </RightNeeded>
  );
  return { path: path.slice("/admin/".length), element };
});

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

/** Wraps staff's pages, inside MembersOnly. */
function StaffOnly() {
  return (
    <WithProfile>
      {(profile) => {
        if (!isStaff(profile)) return <Navigate replace to="/profile" />;
        if (profile.needs_second_factor) return <Navigate replace to="/profile/security" />;
        // Columns follow the room beside the sidebar and the size of the text, which the window's width does not know.
        return (
          <div className="@container">
            <Outlet />
          </div>
        );
      }}
    </WithProfile>
  );
}
