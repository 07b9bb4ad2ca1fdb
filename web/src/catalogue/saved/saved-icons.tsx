import { Clock, Heart } from "lucide-react";
import type { VideoCard } from "../../api/answers.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { SavedFlag, CurrentList } from "./saved-flags.ts";
import { useSaved } from "./set-saved.ts";

const LOOKS = {
  is_favorite: { icon: Heart, label: "お気に入り", on: "[&>svg]:fill-current" },
  watch_later: { icon: Clock, label: "後で見る", on: "[&_circle]:fill-current [&_path]:stroke-bg" },
};

interface SavedIconsProps {
  video: VideoCard;
  /** The saved list that shows the card. */
  list?: CurrentList;
}

/** The favourite and watch-later buttons of a card, above the link that covers it. */
export function SavedIcons(props: SavedIconsProps) {
  return (
    <div className="relative -my-2.5 -mr-3 flex shrink-0">
      <SavedIcon flag="is_favorite" {...props} />
      <SavedIcon flag="watch_later" {...props} />
    </div>
  );
}

function SavedIcon({ flag, video, list }: SavedIconsProps & { flag: SavedFlag }) {
  const { isOn, toggle } = useSaved(flag, video);
  const { icon, label, on } = LOOKS[flag];
  return (
    <IconButton
      icon={icon}
      label={`${label}「${video.title}」`}
      title={label}
      aria-pressed={isOn}
      data-saved-flag={flag}
      className={isOn ? `[&>svg]:text-primary ${on}` : "[&>svg]:text-muted"}
      onClick={({ detail }) => {
        // A double click counts once. In a saved list its second half would hit the next card.
        if (detail > 1) return;
        if (list?.flag === flag) list.remove(video, { byKeyboard: detail === 0 });
        else toggle();
      }}
      // A held key would repeat the press.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
    />
  );
}
