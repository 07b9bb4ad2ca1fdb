import { contract } from "@manabiya/contract";
import type { FetchQueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Params, RouteObject } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { query } from "./api.ts";
import { wordsOf } from "./lists/list-address.ts";
import {
  categoryQuery,
  favoritesQuery,
  historyQuery,
  newVideosQuery,
  searchQuery,
  watchLaterQuery,
} from "./lists/list-queries.ts";
import { getSession } from "./session/session.ts";
import { MembersOnly, StaffOnly, ToLanding, ViewersOnly } from "./shell/guards.tsx";
import { PageFailure } from "./shell/page-failure.tsx";
import { Shell } from "./shell/shell.tsx";
import { Loading } from "./ui/spinner.tsx";

const staffScreens = () => import("./staff-screens.tsx");

/**
 * Every address of the application but the staff's, which are in staff-screens.tsx. /landing and /freelanding are pages
 * of their own, without script.
 */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        ErrorBoundary: PageFailure,
        HydrateFallback: Loading,
        children: [
          page("/login", () => import("./pages/login.tsx")),
          page("/signup", () => import("./pages/signup.tsx")),
          page("/trial", () => import("./pages/trial.tsx")),
          page("/password-reset", () => import("./pages/password-reset.tsx")),
          page("/reset-password", () => import("./pages/reset-password.tsx")),
          page("/verify-email", () => import("./pages/verify-email.tsx")),
          page("/error", () => import("./pages/error.tsx")),
          {
            Component: MembersOnly,
            children: [
              page(
                "/",
                () => import("./pages/home.tsx"),
                () => [query(contract.home.get)],
              ),
              page(
                "/profile",
                () => import("./pages/profile.tsx"),
                () => [query(contract.profile.sessions)],
              ),
              page("/profile/edit", () => import("./pages/profile-edit.tsx")),
              page("/profile/security", () => import("./pages/profile-security.tsx")),
              page(
                "/new-videos",
                () => import("./pages/new-videos.tsx"),
                (_, search) => [newVideosQuery(search)],
              ),
              page(
                "/favorites",
                () => import("./pages/favorites.tsx"),
                (_, search) => [favoritesQuery(search)],
              ),
              page(
                "/watch-later",
                () => import("./pages/watch-later.tsx"),
                (_, search) => [watchLaterQuery(search)],
              ),
              page(
                "/watch-history",
                () => import("./pages/watch-history.tsx"),
                (_, search) => [historyQuery(search)],
              ),
              page(
                "/category/:id",
                () => import("./pages/category.tsx"),
                ({ id = "" }, search) => [categoryQuery(id, search)],
              ),
              page(
                "/search",
                () => import("./pages/search.tsx"),
                (_, search) => (wordsOf(search).q === "" ? [] : [searchQuery(search)]),
              ),
              page("/notices", () => import("./pages/notices.tsx")),
              page(
                "/playlists",
                () => import("./pages/playlists.tsx"),
                () => [query(contract.playlists.list)],
              ),
              page("/playlists/create", () => import("./pages/playlists-create.tsx")),
              page(
                "/playlists/:id",
                () => import("./pages/playlist.tsx"),
                ({ id = "" }) => [query(contract.playlists.get, { params: { id } })],
              ),
              page(
                "/checkout",
                () => import("./pages/checkout.tsx"),
                () => [query(contract.subscription.prices)],
              ),
              page("/payment/complete", () => import("./pages/payment-complete.tsx")),
              page("/subscription/cancel", () => import("./pages/subscription-cancel.tsx")),
              page("/subscription/success", () => import("./pages/subscription-success.tsx")),
              page(
                "/subscription/change-plan",
                () => import("./pages/subscription-change-plan.tsx"),
                () => [query(contract.subscription.prices), query(contract.subscription.get)],
              ),
              page("/subscription/change-success", () => import("./pages/subscription-change-success.tsx")),
              {
                Component: ViewersOnly,
                children: [
                  page(
                    "/video/:id",
                    () => import("./pages/video.tsx"),
                    ({ id = "" }) => [query(contract.videos.get, { params: { id } })],
                  ),
                ],
              },
              { Component: StaffOnly, children: [page("/admin/*", staffScreens)] },
            ],
          },
          { path: "*", Component: ToLanding },
        ],
      },
    ],
  },
];

/**
 * A page in a file of its own, loaded when it is visited. `fetches` names what it shows, so that the data is on its
 * way while the file still is.
 */
function page(
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  fetches?: (params: Params, search: URLSearchParams) => readonly unknown[],
): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
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
