/**
 * Without groups the bundler makes a file of every icon and hook that two pages share. That costs many requests, and
 * small files compress badly. The libraries have a file of their own, which browsers cache across releases.
 */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "vendor",
      test: anyOf("node_modules/(react|react-dom|scheduler|react-router|cookie-es|@remix-run|@tanstack)/"),
    },
    {
      // zod and react-hook-form, with the schemas and fields of members' forms.
      name: "forms",
      test: anyOf(
        "node_modules/(react-hook-form|@hookform|zod)/",
        "contract/src/(accounts/(auth|password|user)|across-fields|text|route)\\.ts$",
        "web/src/(accounts/session/sign-in\\.|forms/(register-field|show-)|ui/(text-)?field)",
        "icons/eye(-off)?\\.mjs$",
      ),
    },
    {
      // main.tsx needs only these to decide whether to load the application, and to load it.
      name: "start",
      test: /\/web\/src\/(accounts\/session\/storage|shell\/page-file|ui\/theme)\.ts$|preload-helper/,
    },
    {
      // Shared by the staff's pages, and by no other page.
      name: "staff",
      test: anyOf(
        "staff$",
        "lucide-react/.*/(captions|chevron-up|file-text|folder-tree|grip-vertical|megaphone|pencil|tags|trash-2|users|video)\\.mjs$",
        "web/src/(staff/(csv|table)/|forms/(?!focus-here|register-field|show-))",
      ),
    },
    {
      // Shared by profile, billing and the staff's records.
      name: "account",
      test: anyOf(
        "contract/src/rules/(device-name|prices)\\.ts$",
        "web/src/(accounts/profile/profile-block|billing/(plans/(plan-text|use-prices)|checkout/outcome|subscription/(facts|pending-change))|ui/(date|save-file))",
      ),
    },
    {
      // Shared by sign-up and the pages of an order.
      name: "order",
      test: anyOf("web/src/billing/checkout/(signup-steps|way-to-checkout)"),
    },
    {
      // The first load of every page.
      name: "app",
      test: anyOf(
        "contract$",
        "web/src/(routes|site|app)\\.tsx?$",
        "web/src/(api/|accounts/session/(?!sign-in\\.)|shell/(?!error-page|page-file)|ui/(?!dialog))",
        "web/src/(catalogue/(playlists/playlist-list|categories/(category-list|nest-categories)|search/scopes)|lists/list-(address|queries))",
        "contract/src/rules/(can-watch|pager|status-text)\\.ts$",
        "lucide-react/dist/esm/(?!icons/)",
        "icons/(bell|circle-(check|exclamation-point|user-round)|clock|heart|house|info|layout-grid|list-video|loader-circle|log-out|menu|plus|rotate-ccw-clock|search|settings|sparkles|user-round|x)\\.mjs$",
      ),
    },
    { name: "icons", test: anyOf("lucide-react/") },
    {
      name: "cards",
      test: anyOf(
        "web/src/catalogue/phrases\\.tsx$",
        "contract/src/rules/phrase-breaks\\.ts$",
        "web/src/catalogue/videos/(card-|duration|published-date|thumbnail|use-locked|video-(card|grid))",
        "web/src/(catalogue/playlists/playlist-(detail|thumbnail)|lists/saved/(saved-(flags|icons)|set-saved))",
        "contract/src/rules/resume\\.ts$",
      ),
    },
    { name: "lists", test: anyOf("web/src/lists/(?!saved|history/|.*-page|list-(address|queries))") },
  ],
};

/** Matches a path that contains one of the patterns after a slash. */
function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`/(${patterns.join("|")})`);
}
