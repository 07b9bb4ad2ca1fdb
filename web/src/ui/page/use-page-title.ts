import { useEffect } from "react";
import { site } from "../../site.ts";

/** An empty title stands for the home page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? site.name : `${title}｜${site.name}`;
  }, [title]);
}
