import { Clock, Heart, type LucideIcon } from "lucide-react";
import type { VideoDetail } from "../../api/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import { useSaved } from "./set-saved.ts";

/** The favourite and watch-later buttons with labels. */
export function SavedButtons({ video }: { video: VideoDetail }) {
  const favorite = useSaved("is_favorite", video);
  const later = useSaved("watch_later", video);
  return (
    <>
      <Toggle {...favorite} icon={Heart} isFilled>
        お気に入り
      </Toggle>
      <Toggle {...later} icon={Clock}>
        後で見る
      </Toggle>
    </>
  );
}

interface ToggleProps {
  isOn: boolean;
  toggle: () => void;
  icon: LucideIcon;
  isFilled?: boolean;
  children: string;
}

function Toggle({ isOn, toggle, icon: Icon, isFilled = false, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={toggle}
      className={classNames(
        "inline-flex min-h-target items-center gap-2 rounded-md border px-2.5 font-bold sm:px-4 transition-colors",
        isOn
          ? "border-primary bg-primary-soft text-primary"
          : "border-control-border bg-surface text-ink hover:bg-sunken",
      )}
    >
      <Icon aria-hidden className={classNames("size-5", isOn && isFilled && "fill-current")} />
      {children}
    </button>
  );
}
