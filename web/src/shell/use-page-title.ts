import { useEffect } from "react";
import { site } from "../site.ts";

/** Names the page in the browser's tab and history; empty for the home page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? site.name : `${title}｜${site.name}`;
  }, [title]);
}
