import "./ui/theme.css";
import { storedUser } from "./accounts/session/storage.ts";
import { applyTheme } from "./ui/theme.ts";

applyTheme();

// A visitor at the bare address sees the landing page, without waiting for an application they may never use.
if (window.location.pathname === "/" && storedUser() === null) {
  window.location.replace("/landing");
} else {
  const { startApp } = await import("./app.tsx");
  startApp();
}
