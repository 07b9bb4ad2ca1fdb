/**
 * How the application is cut into files. Left alone, the bundler makes a file of every icon and hook that two pages
 * share: many requests, and small files compress badly. What every page needs is one file, beside one for the
 * libraries, which stays in the browser's cache from release to release; what only forms, cards or lists need are others.
 */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "vendor",
      test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@remix-run|@tanstack)\//,
    },
    {
      name: "forms",
      test: /node_modules\/(react-hook-form|@hookform|zod)\/|\/contract\/src\/(accounts\/(auth|password|user)|text|route)\.ts$|\/web\/src\/ui\/(text-)?field\.tsx$|\/icons\/eye(-off)?\.mjs$/,
    },
    {
      // What main.tsx decides by comes first, and without the rest.
      name: "start",
      test: /\/web\/src\/(accounts\/session\/storage|ui\/theme)\.ts$|preload-helper/,
    },
    {
      // What only the staff's screens draw.
      name: "staff",
      test: /\/lucide-react\/.*\/(captions|chevron-up|file-text|folder-tree|grip-vertical|megaphone|pencil|tags|trash-2|users|video)\.m?js$|\/web\/src\/(staff\/(csv|table)\/|forms\/(?!focus-here|register-field|show-))|staff-calls$/,
    },
    {
      name: "app",
      test: /\/web\/src\/((routes|site|api|app)\b|(accounts\/session\/(?!sign-in-with|is-signed-in)|shell\/(?!error-page)|catalogue\/playlists\/playlist-list|catalogue\/categories\/(category-list|nest-categories)|lists\/list-(address|queries)|catalogue\/search\/scopes|ui\/(?!dialog|pager)).*\.tsx?$)|\/lucide-react\/(?!.*\/icons\/(?!(bell|circle-(check|exclamation-point|user-round)|clock|heart|house|info|layout-grid|list-video|loader-circle|log-out|menu|plus|rotate-ccw-clock|search|settings|sparkles|user-round|x)\.))|contract-table$|\/contract\/src\/rules\/(can-watch|pager|status-text)\.ts$/,
    },
    { name: "icons", test: /\/lucide-react\// },
    {
      // Home, lists and playlists show cards.
      name: "cards",
      test: /\/web\/src\/(catalogue\/videos\/(card-|duration|published-date|thumbnail|use-locked|video-(card|grid))|lists\/saved\/(saved-(flags|icons)|set-saved|use-saved))/,
    },
    {
      name: "lists",
      test: /\/web\/src\/lists\/(?!saved-list|saved\/|history\/|.*-page|list-(address|queries))/,
    },
  ],
};
