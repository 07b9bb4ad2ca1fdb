import type { Plugin } from "vite";

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
        "contract/src/(accounts/(auth|password|user)|legal/agreements|across-fields|text|route|rules/wanted-video)\\.ts$",
        "web/src/(api/sign-in\\.|forms/(body-form|focus-here|register-field|show-))",
      ),
    },
    { name: "fields", test: anyOf("web/src/(ui/(text-)?field|api/mutation-state)", "icons/eye(-off)?\\.mjs$") },
    {
      // main.tsx needs only these to decide whether to load the application, and to load it.
      name: "start",
      test: /\/web\/src\/(session\/storage|ui\/page\/page-file|ui\/theme)\.ts$|preload-helper/,
    },
    {
      // Staff load their navigation on every page, and with the search for screens little more.
      name: "screens",
      test: anyOf(
        "(admin\\w+|audit|dashboard|figures|landing[AB]|landingPreview|playlistManagement|staffInvitation|videoFiles)$",
        "contract/src/rules/staff-rights\\.ts$",
        "web/src/staff/navigation/(screens|staff-sidebar)",
        "icons/(badge-japanese-yen|captions|chart-column|chart-line|file-text|folder-tree|mails?|megaphone|plus|tags|ticket-percent|upload|user-cog|users|video)\\.mjs$",
      ),
    },
    {
      // Shared by the notes beside a video and their own page. The staff's forms use the fields, too.
      name: "notes",
      test: anyOf(
        "notes$",
        "contract/src/lists/note-limits\\.ts$",
        "web/src/lists/(notes/(note-|unsent)|questions/question-draft)",
        "web/src/forms/(fields|recoverable-text)",
        "lucide-react/.*/(pencil|trash-2)\\.mjs$",
      ),
    },
    {
      // Shared by the pages of playlists, the list beside the player, and the sidebar.
      name: "courses",
      test: anyOf("courses$", "web/src/catalogue/(saved/keep-unsent|courses/(?!auto-next\\.))"),
    },
    {
      // Shared by the suggestions and the page of results.
      name: "finding",
      test: anyOf(
        "suggestions$",
        "web/src/(api/search-failure|catalogue/search/mark-words|forms/combobox)",
        "contract/src/rules/search-text\\.ts$",
      ),
    },
    {
      // Shared by the staff's pages, and by no other page.
      name: "staff",
      test: anyOf(
        "contract/src/(paging|staff/(chapters|conflict|playlists|upload|videos)|rules/host-video|catalogue/(category|playlists|tags|videos))\\.ts$",
        "lucide-react/.*/(chevron-up|grip-vertical)\\.mjs$",
        "web/src/(staff/(csv|table|playlists/(playlist-form|use-entry-order|move-entry))|forms/(?!body-form|choice|focus-here|form-dialog|register-field|show-|fields|recoverable-text))",
      ),
    },
    {
      // Shared by the page of an open lesson and the pages that lead to it.
      name: "visitors",
      test: anyOf("openLessons$", "web/src/catalogue/videos/open-lesson-path"),
    },
    {
      // Shared by profile, billing and the staff's records.
      name: "account",
      test: anyOf(
        "(checkout|planSchedule|gifts)$",
        "contract/src/rules/(device-name|prices)\\.ts$",
        "web/src/(billing/(credit-text|use-checked-mutation|plans/(plan-text|use-prices)|checkout/(outcome|use-leave-page)|subscription/(pending-change|scheduled-change))|forms/choice|ui/(date|save-file|page/(back-link|facts|profile-(block|subpage))))",
      ),
    },
    {
      // Shared by the pages with a player. The controls load after it.
      name: "player",
      test: anyOf(
        "transcripts$",
        "contract/src/catalogue/plays-here\\.ts$",
        "web/src/player/((video-player|phase|covers|failure-panel)\\.|captions/(attach-captions|transcript-of)|hosts/(?!hls-)|watch/(running-chapter|scroll-inside|watch-layout|watch-skeleton))",
        "web/src/ui/page/use-countdown",
        "web/src/player/controls/(preferences|quality|scrim-button|settings-memory|shortcuts|shortcut-(button|choice|effects)|sign)\\.",
      ),
    },
    {
      // Shared by sign-up and the pages of an order.
      name: "order",
      test: anyOf("web/src/billing/checkout/(signup-steps|way-to-checkout)"),
    },
    {
      // The sidebar shows these once its data is there.
      name: "sidebar",
      test: anyOf("web/src/shell/sidebar-lists", "icons/list-video\\.mjs$"),
    },
    {
      // The first load of every page.
      name: "app",
      test: anyOf(
        "(auth|profile|subscription|stripe|home|videos|search|categories|tags|playlists|favorites|watchLater|history|notices)$",
        "web/src/(routes|site|app)\\.tsx?$",
        "web/src/(api/(?!media-address|mutation-state|with-profile|report-error)|session/|shell/(?!error-page|offline-worker|search-box)|ui/(?!dialog|empty-state|page/(cat|section|toast)))",
        "web/src/(catalogue/(playlists/playlist-list|categories/(category-list|nest-categories))|catalogue/list/list-queries|paging/list-address)",
        "contract/src/rules/(can-watch|pager|status-text)\\.ts$",
        "lucide-react/dist/esm/(?!icons/)",
        "icons/(bell|calendar-check|circle-(check|exclamation-point|user-round)|clock|heart|house|info|library-big|loader-circle|log-out|menu|notebook-pen|rotate-ccw-clock|search|settings|sparkles|user-round|x)\\.mjs$",
      ),
    },
    {
      // Many pages share these small modules, which need no other group.
      name: "pieces",
      test: anyOf(
        "lucide-react/",
        "choices$",
        "web/src/(api/with-profile|catalogue/home/undeliverable|ui/(empty-state|page/(cat|section)))",
      ),
    },
    {
      name: "cards",
      test: anyOf(
        "web/src/(api/media-address|catalogue/phrases)\\.",
        "contract/src/rules/(clock-time|phrase-breaks|time-code)\\.ts$",
        "web/src/catalogue/(home/home-videos|videos/(card-|clock-time|duration|published-date|thumbnail|use-locked|video-(card|grid)))",
        "web/src/(catalogue/playlists/(default-|playlist-(detail|thumbnail))|catalogue/saved/(saved-(flags|icons)|set-saved))",
        "contract/src/rules/resume\\.ts$",
      ),
    },
    { name: "lists", test: anyOf("web/src/(paging/(?!list-address)|catalogue/list/(?!list-queries)|ui/page/toast)") },
  ],
};

/** Matches a path that contains one of the patterns after a slash. */
function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`/(${patterns.join("|")})`);
}

/**
 * Refuses a build whose first script, or the file that every page loads first, needs a file that needs it: that file would run
 * before what it needs is there. It happens when the one imports a module that pages share.
 */
export function refuseCircles(): Plugin {
  return {
    name: "manabiya:refuse-circles",
    generateBundle(_options, bundle) {
      const chunkOf = (name: string) => (bundle[name]?.type === "chunk" ? bundle[name] : undefined);
      const follow = (root: string, name: string, seen: Set<string>) => {
        for (const next of chunkOf(name)?.imports ?? []) {
          if (next === root)
            this.error(`${name} and ${root} import each other: ${chunkOf(name)?.moduleIds.join(", ")}`);
          if (seen.has(next)) continue;
          seen.add(next);
          follow(root, next, seen);
        }
      };
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk" && (file.isEntry || file.name === "app")) follow(name, name, new Set());
      }
    },
  };
}
