import "./ui/theme.css";
import { storedUser } from "./session/storage.ts";
import { site } from "./site.ts";
import { loadPageFile } from "./ui/page/page-file.ts";
import { applyTheme } from "./ui/theme.ts";

applyTheme();

for (const kind of ["error", "unhandledrejection"]) {
  window.addEventListener(kind, (event) => {
    import("./api/report-error.ts").then(({ reportError }) => reportError(event)).catch(() => {});
  });
}

// Visitors at "/" see the landing page and need not load the application.
if (window.location.pathname === "/" && storedUser() === null) {
  window.location.replace(site.firstLanding);
} else {
  // The files of the pages that members open first come beside the application's, not after them.
  if (window.location.pathname === "/") void import("./catalogue/home/home-page.tsx").catch(() => {});
  if (window.location.pathname.startsWith("/video/")) void import("./player/video-page.tsx").catch(() => {});
  const { startApp } = await loadPageFile(() => import("./app.tsx"));
  startApp();
}
