import { contract } from "@manabiya/contract";
import type { FetchQueryOptions } from "@tanstack/react-query";
import { type ComponentType, lazy } from "react";
import type { Params, RouteObject } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { query } from "./api/calls.ts";
import { wordsOf } from "./paging/list-address.ts";
import {
  categoryQuery,
  favoritesQuery,
  historyQuery,
  newVideosQuery,
  searchQuery,
  watchLaterQuery,
} from "./catalogue/list/list-queries.ts";
import { getSession } from "./session/session.ts";
import { MembersOnly, ToLanding } from "./session/guards.tsx";
import { PageFailure } from "./shell/page-failure.tsx";
import { loadPageFile } from "./ui/page/page-file.ts";
import { Shell } from "./shell/shell.tsx";
import { Loading } from "./ui/spinner.tsx";

const EditPlaylist = lazy(() => import("./staff/playlists/edit-playlist.tsx"));

/**
 * All routes of the application except the staff's (staff/staff-routes.tsx). /landing and /freelanding are static
 * pages.
 */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        ErrorBoundary: PageFailure,
        HydrateFallback: Loading,
        children: [
          page("/login", () => import("./accounts/login/login-page.tsx")),
          page("/login/with/:provider", () => import("./accounts/providers/provider-page.tsx")),
          page("/signup", () => import("./accounts/login/signup-page.tsx")),
          page("/trial", () => import("./accounts/login/trial-page.tsx")),
          page("/password-reset", () => import("./accounts/passwords/request-reset-page.tsx")),
          page("/reset-password", () => import("./accounts/passwords/reset-password-page.tsx")),
          page("/verify-email", () => import("./accounts/profile/verify-email-page.tsx")),
          page("/open/:id", () => import("./player/open-lesson-page.tsx")),
          page("/certificates/:link", () => import("./lists/certificates/certificate-page.tsx")),
          page("/error", () => import("./shell/error-page.tsx")),
          {
            Component: MembersOnly,
            children: [
              page(
                "/",
                () => import("./catalogue/home/home-page.tsx"),
                () => [query(contract.home.get)],
              ),
              page("/profile", () => import("./accounts/profile/profile-page.tsx")),
              page(
                "/profile/settings",
                () => import("./accounts/profile/settings-page.tsx"),
                () => [query(contract.profile.sessions)],
              ),
              page("/profile/edit", () => import("./accounts/profile/profile-edit-page.tsx")),
              page("/profile/receipts", () => import("./billing/receipts/receipts-page.tsx")),
              page("/profile/security", () => import("./accounts/profile/profile-security-page.tsx")),
              page(
                "/new-videos",
                () => import("./catalogue/videos/new-videos-page.tsx"),
                (_, search) => [newVideosQuery(search)],
              ),
              page(
                "/favorites",
                () => import("./lists/favorites-page.tsx"),
                (_, search) => [favoritesQuery(search)],
              ),
              page(
                "/watch-later",
                () => import("./lists/watch-later-page.tsx"),
                (_, search) => [watchLaterQuery(search)],
              ),
              page(
                "/watch-history",
                () => import("./lists/history/watch-history-page.tsx"),
                (_, search) => [historyQuery(search)],
              ),
              page(
                "/category/:id",
                () => import("./catalogue/categories/category-page.tsx"),
                ({ id = "" }, search) => [categoryQuery(id, search)],
              ),
              page(
                "/search",
                () => import("./catalogue/search/search-page.tsx"),
                (_, search) => (wordsOf(search).q === "" ? [] : [searchQuery(search)]),
              ),
              page("/notes", () => import("./lists/notes/notes-page.tsx")),
              page("/certificates", () => import("./lists/certificates/certificates-page.tsx")),
              page("/today", () => import("./lists/today/today-page.tsx")),
              page("/notices", () => import("./notices/notices-page.tsx")),
              page(
                "/playlists",
                () => import("./catalogue/playlists/playlists-page.tsx"),
                () => [query(contract.playlists.list)],
              ),
              page("/playlists/create", () => import("./staff/playlists/create-playlist-page.tsx")),
              page(
                "/playlists/:id",
                async () => {
                  const { playlistPage } = await import("./catalogue/playlists/playlist-page.tsx");
                  return { default: playlistPage(EditPlaylist) };
                },
                ({ id = "" }) => [query(contract.playlists.get, { params: { id } })],
              ),
              page(
                "/checkout",
                () => import("./billing/checkout/checkout-page.tsx"),
                () => [query(contract.subscription.prices)],
              ),
              page(
                "/gift",
                () => import("./billing/gifts/gift-page.tsx"),
                () => [query(contract.subscription.prices)],
              ),
              page("/gift/complete", () => import("./billing/gifts/gift-complete-page.tsx")),
              page("/gift/redeem", () => import("./billing/gifts/redeem-gift-page.tsx")),
              page("/payment/complete", () => import("./billing/checkout/payment-complete-page.tsx")),
              page("/subscription/cancel", () => import("./billing/subscription/cancel-page.tsx")),
              page("/subscription/success", () => import("./billing/checkout/subscription-success-page.tsx")),
              page(
                "/subscription/change-plan",
                () => import("./billing/subscription/change-plan-page.tsx"),
                () => [query(contract.subscription.prices), query(contract.subscription.get)],
              ),
              page("/subscription/change-success", () => import("./billing/subscription/change-success-page.tsx")),
              page(
                "/video/:id",
                () => import("./player/video-page.tsx"),
                ({ id = "" }) => [query(contract.videos.get, { params: { id } })],
              ),
            ],
          },
          // The staff's addresses and their guards, so that members do not load them.
          page("/admin/*", () => import("./staff/staff-routes.tsx")),
          { path: "*", Component: ToLanding },
        ],
      },
    ],
  },
];

/** A page whose file is loaded on demand. `fetches` starts its queries while the file loads. */
function page(
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  fetches?: (params: Params, search: URLSearchParams) => readonly unknown[],
): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: (await loadPageFile(load)).default }),
    ...(fetches && {
      loader: ({ params, request }) => {
        if (getSession().user === null) return null;
        for (const options of fetches(params, new URL(request.url).searchParams)) {
          void queryClient.prefetchQuery(options as FetchQueryOptions);
        }
        return null;
      },
    }),
  };
}
