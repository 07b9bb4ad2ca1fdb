import { FocusHere } from "./focus-here.tsx";
import { Banner } from "../ui/banner.tsx";

interface DoneBannerProps {
  message: string | null;
  /** What had the focus is gone: it goes on here. */
  takesFocus?: boolean | undefined;
}

/** What has just been done. */
export function DoneBanner({ message, takesFocus = false }: DoneBannerProps) {
  if (message === null) return null;
  const banner = <Banner tone="success">{message}</Banner>;
  return takesFocus ? <FocusHere key={message}>{banner}</FocusHere> : banner;
}
