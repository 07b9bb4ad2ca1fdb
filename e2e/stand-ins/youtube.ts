import type { Page } from "@playwright/test";

/**
 * The behaviour of the video host. `seconds` is the length, `speed` a multiple of real time. One that `loads` answers
 * nothing until `loaded()` is called in its window.
 */
export type HostBehaviour =
  | { does: "play"; seconds: number; speed: number; isLoading?: boolean }
  | { does: "block-autoplay"; seconds: number; speed: number }
  | { does: "refuse"; error: number }
  | { does: "stay-silent" };

/**
 * Replaces www.youtube-nocookie.com by a page with the embed's protocol. Its `window.heard` holds the received
 * messages.
 */
export async function standInForYouTube(page: Page, behaviour: HostBehaviour): Promise<void> {
  const frames = "https://www.youtube-nocookie.com/**";
  await page.unroute(frames);
  await page.route(frames, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: `<!doctype html><title>stand-in</title><body style="margin:0;background:#234">
        <script>(${embed.toString()})(${JSON.stringify(behaviour)})</script>`,
    }),
  );
}

/** Runs inside the frame, so it cannot use this file's variables. */
function embed(behaviour: HostBehaviour): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const search = new URLSearchParams(location.search);
  const state = { time: Number(search.get("start") ?? 0), is: -1 };
  let isGreeted = false;
  let isLoading = behaviour.does === "play" && behaviour.isLoading;
  Object.assign(window, { loaded: () => (isLoading = false) });

  const say = (event: string, info: unknown) =>
    parent.postMessage(JSON.stringify({ event, info, id: "manabiya" }), search.get("origin") ?? "");
  const become = (is: number) => {
    state.is = is;
    say("onStateChange", is);
  };

  addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (isLoading) return;
    const { event, func, args } = JSON.parse(data) as { event: string; func?: string; args?: number[] };
    heard.push(func ?? event);
    if (event === "listening" && !isGreeted && behaviour.does !== "stay-silent") {
      isGreeted = true;
      answer();
    }
    if (func === "playVideo") become(1);
    if (func === "pauseVideo") become(2);
    if (func === "seekTo") {
      state.time = args?.[0] ?? 0;
      say("infoDelivery", { currentTime: state.time });
    }
  });

  function answer(): void {
    if (behaviour.does === "refuse") return say("onError", behaviour.error);
    if (behaviour.does === "stay-silent") return;
    const { seconds, speed } = behaviour;
    say("initialDelivery", { duration: seconds, currentTime: state.time, playbackRate: 1, volume: 100, muted: false });
    say("onReady", null);
    if (behaviour.does === "play") become(1);
    else say("onAutoplayBlocked", null);
    setInterval(() => {
      if (state.is !== 1) return;
      state.time = Math.min(seconds, state.time + speed / 10);
      say("infoDelivery", { currentTime: state.time, duration: seconds });
      if (state.time >= seconds) become(0);
    }, 100);
  }
}
