import type { Playlist } from "../../api/answers.ts";
import { useState } from "react";
import { mediaAddress } from "../../api/media-address.ts";
import { Picture } from "../videos/thumbnail.tsx";
import { thumbnailSource } from "../videos/thumbnail-source.ts";
import small from "./default-320.webp";
import large from "./default-640.webp";

const DEFAULT = { src: large, srcSet: `${small} 320w, ${large} 640w` };

interface PlaylistThumbnailProps {
  playlist: Pick<Playlist, "thumbnail">;
  /** The `sizes` attribute of the `<img>`. */
  sizes: string;
  isEager: boolean;
}

/** 16:9 and decorative. The default picture stands in for a missing or broken one. */
export function PlaylistThumbnail({ playlist, sizes, isEager }: PlaylistThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const thumbnail = playlist.thumbnail && mediaAddress(playlist.thumbnail);
  const own = isBroken || !thumbnail ? null : thumbnailSource({ thumbnail, video_id: null });
  return <Picture {...(own ?? DEFAULT)} sizes={sizes} isEager={isEager} onError={() => setBroken(true)} />;
}
