import { FocusHere } from "./focus-here.tsx";
import { Banner } from "../ui/banner.tsx";

interface DoneBannerProps {
  message: string | null;
  /** The focused element disappeared, so the banner takes the focus. */
  takesFocus?: boolean | undefined;
}

export function DoneBanner({ message, takesFocus = false }: DoneBannerProps) {
  if (message === null) return null;
  const banner = <Banner tone="success">{message}</Banner>;
  return takesFocus ? <FocusHere key={message}>{banner}</FocusHere> : banner;
}
