import { type Browser, type ElementHandle, launch } from "puppeteer-core";
import { appears, type EngineName, findElement, type Tab, type Target } from "./tab.ts";

const isRoot = process.getuid?.() === 0;

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function openPuppeteerTab(engine: Exclude<EngineName, "webkit">, executablePath: string): Promise<Tab> {
  const browser = await launch(
    engine === "chromium"
      ? {
          executablePath,
          browser: "chrome",
          args: ["--autoplay-policy=no-user-gesture-required", ...(isRoot ? ["--no-sandbox"] : [])],
        }
      : {
          executablePath,
          browser: "firefox",
          // 0: a page may play without a gesture, as in the other engines of this drill.
          extraPrefsFirefox: {
            "media.autoplay.default": 0,
            "intl.accept_languages": "ja",
            "ui.useOverlayScrollbars": 1,
          },
        },
  );
  try {
    return await tabOf(engine, browser);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function tabOf(engine: EngineName, browser: Browser): Promise<Tab> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));

  async function find(target: Target): Promise<ElementHandle> {
    await appears(tab, target);
    const element = (await page.evaluateHandle(findElement, target)).asElement();
    // The page has drawn it anew meanwhile.
    return element === null ? find(target) : (element as ElementHandle);
  }

  const middleOf = async (target: Target) => {
    const { x, y, width, height } = (await (await find(target)).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };

  const tab: Tab = {
    engine,
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    back: () => page.evaluate(() => history.back()),
    evaluate: (script, ...args) => page.evaluate(script as (...args: unknown[]) => never, ...args),
    has: async (target) => (await page.evaluateHandle(findElement, target)).asElement() !== null,
    // The page may have drawn the element anew between both.
    click: async (target) => (await find(target)).click().catch(async () => (await find(target)).click()),
    type: async (target, text) => (await find(target)).type(text),
    press: (key) => page.keyboard.press(key),
    drag: async (from, to) => {
      const [start, end] = [await middleOf(from), await middleOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y);
      await page.mouse.up();
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  };
  return tab;
}
