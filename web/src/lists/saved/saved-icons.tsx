import { Clock, Heart } from "lucide-react";
import type { VideoCard } from "../../api/answers.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Kept, OwnList } from "./saved-flags.ts";
import { useSaved } from "./set-saved.ts";

const LOOKS = {
  is_favorite: { icon: Heart, label: "お気に入り", on: "[&>svg]:fill-current" },
  watch_later: { icon: Clock, label: "後で見る", on: "[&_circle]:fill-current [&_path]:stroke-bg" },
};

interface KeptIconsProps {
  video: VideoCard;
  /** The list that the card is shown in, when it is one of those. */
  own?: OwnList;
}

/** Favourite and watch-later on a card, above the link that covers it. */
export function KeptIcons(props: KeptIconsProps) {
  return (
    <div className="relative -my-2.5 -mr-3 flex shrink-0">
      <KeptIcon kept="is_favorite" {...props} />
      <KeptIcon kept="watch_later" {...props} />
    </div>
  );
}

function KeptIcon({ kept, video, own }: KeptIconsProps & { kept: Kept }) {
  const { isOn, toggle } = useSaved(kept, video);
  const { icon, label, on } = LOOKS[kept];
  return (
    <IconButton
      icon={icon}
      label={`${label}「${video.title}」`}
      title={label}
      aria-pressed={isOn}
      data-kept={kept}
      className={isOn ? `[&>svg]:text-primary ${on}` : "[&>svg]:text-muted"}
      onClick={({ detail }) => {
        // A double click is one wish, and in a list that a card has just left its second half hits the next card.
        if (detail > 1) return;
        if (own?.kept === kept) own.remove(video, { byKeyboard: detail === 0 });
        else toggle();
      }}
      // So would a key that is held down.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
    />
  );
}
