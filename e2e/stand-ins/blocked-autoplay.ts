import type { Page } from "@playwright/test";

/** Refuses the first `play()` of a page. Playwright's access to a page counts as a gesture, so the browser never does. */
export async function blockAutoplay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let refusals = 1;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return refusals-- > 0 ? Promise.reject(new DOMException("no gesture", "NotAllowedError")) : play.call(this);
    };
  });
}
