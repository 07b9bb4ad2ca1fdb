import { useEffect, useState } from "react";

/**
 * Opens a page of the card provider. `isLeaving` becomes false again if the browser restores the page from its
 * back-forward cache.
 */
export function useLeavePage(): { isLeaving: boolean; leaveTo: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return {
    isLeaving,
    leaveTo: (url) => {
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
