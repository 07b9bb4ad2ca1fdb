/** Seconds, if the system does not say how far. */
const SKIP = 10;

/**
 * Names the video on the lock screen and beside the keys of headphones, and obeys them.
 * @param video `picture`: an address; null if there is none
 * @returns a function that ends it
 */
export function showOnLockScreen(
  media: HTMLVideoElement,
  video: { title: string; picture: string | null },
): () => void {
  if (!("mediaSession" in navigator)) return () => undefined;
  const { mediaSession: session } = navigator;
  const artwork = video.picture === null ? [] : [{ src: video.picture }];
  session.metadata = new MediaMetadata({ title: video.title, artwork });

  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void media.play().catch(() => undefined),
    pause: () => media.pause(),
    seekbackward: ({ seekOffset }) => (media.currentTime -= seekOffset ?? SKIP),
    seekforward: ({ seekOffset }) => (media.currentTime += seekOffset ?? SKIP),
    seekto: ({ seekTime }) => seekTime !== undefined && (media.currentTime = seekTime),
  };
  for (const [action, handler] of Object.entries(handlers)) setAction(action as MediaSessionAction, handler);

  function tellPosition(): void {
    const { currentTime: position, duration, playbackRate } = media;
    session.playbackState = media.paused ? "paused" : "playing";
    if (Number.isFinite(duration)) {
      session.setPositionState({ duration, playbackRate, position: Math.min(position, duration) });
    }
  }

  const controller = new AbortController();
  for (const event of ["play", "pause", "seeked", "ratechange", "durationchange"]) {
    media.addEventListener(event, tellPosition, { signal: controller.signal });
  }
  tellPosition();

  return () => {
    controller.abort();
    session.metadata = null;
    session.playbackState = "none";
    for (const action of Object.keys(handlers)) setAction(action as MediaSessionAction, null);
  };

  function setAction(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // This browser does not know the action.
    }
  }
}
