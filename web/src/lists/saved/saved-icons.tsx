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
  /** The list that the card is shown in, when it is one of those. */
  list?: CurrentList;
}

/** Favourite and watch-later on a card, above the link that covers it. */
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
        // A double click is one wish, and in a list that a card has just left its second half hits the next card.
        if (detail > 1) return;
        if (list?.flag === flag) list.remove(video, { byKeyboard: detail === 0 });
        else toggle();
      }}
      // So would a key that is held down.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
    />
  );
}
