import type { Page } from "@playwright/test";

/** Refuses the first `play()` of a page with sound. Playwright's access to a page counts as a gesture, so the browser never does. */
export async function blockAutoplay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let refusals = 1;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return !this.muted && refusals-- > 0
        ? Promise.reject(new DOMException("no gesture", "NotAllowedError"))
        : play.call(this);
    };
  });
}
