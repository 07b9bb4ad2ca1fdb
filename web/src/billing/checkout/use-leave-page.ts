import { useEffect, useState } from "react";

/**
 * Leads to a page of the card provider. `isLeaving` until the page is gone, and false again for whoever comes back by
 * the browser's button to the page as it was.
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
