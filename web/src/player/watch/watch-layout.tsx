import type { CSSProperties, ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

/** On phones the sticky picture must not cover the focused element. */
const BELOW = "max-md:px-4 max-md:portrait:**:scroll-mt-[56.25vw]";

/** The size of the picture. Neither it nor its controls ever leave the window; see theme.css. */
export const PICTURE = "picture self-start";

interface WatchLayoutProps {
  player: ReactNode;
  title: ReactNode;
  /** Null: the next block stands beside the player instead. */
  chapters: ReactNode;
  playlist?: ReactNode;
  about: ReactNode;
  related: ReactNode;
}

/**
 * The grid of the watch page. On wide screens the chapters are as high as the picture, or as enlarged text needs; on
 * phones the picture stays at the top.
 */
export function WatchLayout({ player, title, chapters, playlist, about, related }: WatchLayoutProps) {
  const theatre: CSSProperties & Record<"--theatre", string> = {
    "--theatre": theatreAreas([...(chapters ? ["chapters"] : []), ...(playlist ? ["playlist"] : []), "related"]),
  };
  return (
    <div
      className={classNames(
        "mx-auto flex w-full max-w-page flex-col gap-6 pb-12 md:px-6 md:pt-6",
        "xl:grid xl:grid-cols-[minmax(0,1fr)_min(20rem,40%)] 2xl:grid-cols-[minmax(0,1fr)_min(23rem,40%)]",
        areas(Boolean(chapters), Boolean(playlist)),
        "theatre",
      )}
      style={theatre}
    >
      <div data-player className="z-10 max-md:portrait:sticky max-md:portrait:top-16 xl:[grid-area:player]">
        {player}
      </div>
      <div className={classNames(BELOW, "grid gap-4 xl:[grid-area:title]")}>{title}</div>
      {chapters && (
        <div data-rail className={classNames(BELOW, "relative xl:min-h-80 xl:[grid-area:chapters]")}>
          {chapters}
        </div>
      )}
      {playlist && <div className={classNames(BELOW, "xl:[grid-area:playlist]")}>{playlist}</div>}
      <div className={classNames(BELOW, "grid content-start gap-6 xl:[grid-area:about]")}>{about}</div>
      <div className={classNames(BELOW, "xl:[grid-area:related]")}>{related}</div>
    </div>
  );
}

/** Theatre mode: the picture crosses both columns, and the second one begins below it, beside the title. */
function theatreAreas(aside: string[]): string {
  const [first, ...others] = aside;
  return ["player player", `title ${first}`, `about ${first}`, ...others.map((name) => `about ${name}`)]
    .map((row) => `"${row}"`)
    .join(" ");
}

/** Both columns share the flexible row, so that neither stretches the other. */
function areas(hasChapters: boolean, hasPlaylist: boolean): string {
  if (hasChapters && hasPlaylist) {
    return "xl:grid-rows-[auto_auto_1fr_auto] xl:[grid-template-areas:'player_chapters'_'title_playlist'_'about_playlist'_'about_related']";
  }
  if (hasChapters) {
    return "xl:grid-rows-[auto_auto_1fr] xl:[grid-template-areas:'player_chapters'_'title_related'_'about_related']";
  }
  if (hasPlaylist) {
    return "xl:grid-rows-[auto_auto_1fr_auto] xl:[grid-template-areas:'player_playlist'_'title_playlist'_'about_playlist'_'about_related']";
  }
  return "xl:grid-rows-[auto_auto_1fr] xl:[grid-template-areas:'player_related'_'title_related'_'about_related']";
}
