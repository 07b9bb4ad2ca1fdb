import type { RouteContext } from "../http/route-context.ts";
import type { LiveSite } from "./live-site.ts";

export interface SiteContext extends RouteContext {
  site: LiveSite;
}
