import type { ReactNode } from "react";
import { FocusHere } from "./focus-here.tsx";
import { Banner } from "../ui/banner.tsx";

interface DoneBannerProps {
  message: string | null;
  /** The focused element disappeared, so the banner takes the focus. */
  takesFocus?: boolean | undefined;
  /** Takes the change back. */
  action?: ReactNode;
}

export function DoneBanner({ message, takesFocus = false, action }: DoneBannerProps) {
  if (message === null) return null;
  const banner = (
    <Banner tone="success" action={action}>
      {message}
    </Banner>
  );
  return takesFocus ? <FocusHere key={message}>{banner}</FocusHere> : banner;
}
