const KEY = "theme";

/** "system" follows the device. */
export type Theme = "system" | "light" | "dark";

export function readTheme(): Theme {
  const theme = window.localStorage.getItem(KEY);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Shows the page in a theme and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = readTheme();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
