import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import { readPreferences } from "../controls/preferences.ts";

/** Tracks cannot be removed from an element, so each element keeps its own. */
const tracks = new WeakMap<HTMLVideoElement, TextTrack>();
/** A disabled track hides its cues, also from this code. */
const filled = new WeakSet<TextTrack>();

/**
 * Gives a video a track of captions, which outlives a renewed source. The lines are loaded when the track is first
 * shown.
 * @returns a function that stops waiting for that
 */
export function attachCaptions(video: HTMLVideoElement, load: () => Promise<readonly SpokenLine[]>): () => void {
  const track = tracks.get(video) ?? addTrack(video);
  let isLoaded = filled.has(track);

  async function fill(): Promise<void> {
    if (isLoaded || track.mode !== "showing") return;
    isLoaded = true;
    try {
      const lines = await load();
      filled.add(track);
      for (const { starts_ms, ends_ms, text } of lines) {
        const cue = new VTTCue(starts_ms / 1000, ends_ms / 1000, withoutMarkup(text));
        // One line stays free below, where the picture's edge and the progress line are.
        cue.line = -1 - text.split("\n").length;
        track.addCue(cue);
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

/** Shown as the member left the captions of the last video. */
function addTrack(video: HTMLVideoElement): TextTrack {
  const track = video.addTextTrack("captions", "日本語", "ja");
  track.mode = readPreferences()?.captions ? "showing" : "disabled";
  tracks.set(video, track);
  return track;
}

/** Browsers read a cue's text as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
