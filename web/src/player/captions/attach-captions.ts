import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";

export type LoadCaptions = () => Promise<readonly SpokenLine[]>;

/** Tracks cannot be removed from an element, so each element keeps its own. */
const tracks = new WeakMap<HTMLVideoElement, TextTrack>();

/**
 * Gives a video a track of captions, which outlives a renewed source. The lines are loaded when the track is first
 * shown.
 * @returns a function that stops waiting for that
 */
export function attachCaptions(video: HTMLVideoElement, load: LoadCaptions): () => void {
  const track = tracks.get(video) ?? video.addTextTrack("captions", "日本語", "ja");
  tracks.set(video, track);
  let isLoaded = (track.cues?.length ?? 0) > 0;

  async function fill(): Promise<void> {
    if (isLoaded || track.mode !== "showing") return;
    isLoaded = true;
    try {
      for (const { starts_ms, ends_ms, text } of await load()) {
        track.addCue(new VTTCue(starts_ms / 1000, ends_ms / 1000, withoutMarkup(text)));
      }
    } catch {
      // The transcript explains the failure. Showing the captions again tries again.
      isLoaded = false;
    }
  }

  const handleChange = () => void fill();
  video.textTracks.addEventListener("change", handleChange);
  handleChange();
  return () => video.textTracks.removeEventListener("change", handleChange);
}

/** Browsers read a cue's text as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
