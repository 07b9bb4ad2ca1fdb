import { Circle, CircleCheck } from "lucide-react";
import type { Lesson } from "../playlists/playlist-detail.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { markLesson } from "./unsent-marks.ts";

interface MarkButtonProps {
  lesson: Lesson;
  /** True for members without access: they see what they finished, and change nothing. */
  isLocked?: boolean;
}

/** Shows whether a lesson is finished, and marks it by hand. It lies above the link that covers the entry. */
export function MarkButton({ lesson: { video, is_finished }, isLocked = false }: MarkButtonProps) {
  if (is_finished === undefined) return null;
  const Icon = is_finished ? CircleCheck : Circle;
  const colour = is_finished ? "[&>svg]:text-success" : "[&>svg]:text-muted";
  if (isLocked) {
    if (!is_finished) return null;
    return (
      <span className={`grid size-target place-items-center ${colour}`}>
        <Icon aria-hidden className="size-5" />
        <span className="sr-only">完了</span>
      </span>
    );
  }
  return (
    <IconButton
      icon={Icon}
      label={`「${video.title}」を完了にする`}
      title={is_finished ? "未完了に戻す" : "完了にする"}
      aria-pressed={is_finished}
      className={`relative z-1 ${colour}`}
      onClick={() => markLesson({ id: video.id, is_finished: !is_finished })}
    />
  );
}
