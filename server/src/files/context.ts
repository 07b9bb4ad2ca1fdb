import type { RouteContext } from "../http/route-context.ts";
import type { MediaStorage } from "./storage/storage.ts";

export interface FilesContext extends RouteContext {
  storage: MediaStorage;
}
