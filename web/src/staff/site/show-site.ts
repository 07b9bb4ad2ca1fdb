import { colourTokens, OWN_COLOURS } from "@manabiya/contract/site/colours.ts";
import type { SiteScreen, StoredSite } from "@manabiya/contract/site/form.ts";
import { changeSite, site } from "../../site.ts";

/** Gives this page the name, logo and colours that were just saved. The next document brings them by itself. */
export function showSite(before: StoredSite, { current, defaults }: SiteScreen): void {
  changeSite({
    name: current.site_name ?? defaults.site_name ?? site.name,
    icon: `/favicon.svg?${current.icon === null ? "standard" : `v=${current.icon}`}`,
  });
  const tokens = colourTokens({
    primary: current.primary_colour ?? (before.primary_colour && OWN_COLOURS.primary),
    signal: current.signal_colour ?? (before.signal_colour && OWN_COLOURS.signal),
  });
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value);
}
