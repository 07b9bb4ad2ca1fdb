import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { freePort } from "../service.ts";
import { appears, findElement, type Tab, type Target } from "./tab.ts";

export interface WebKitPrograms {
  /** WebKitWebDriver */
  driver: string;
  /** The browser that the driver starts. */
  miniBrowser: string;
  xvfb: string;
}

const KEYS = { " ": " ", ArrowRight: Key.ARROW_RIGHT, Enter: Key.ENTER, Tab: Key.TAB } as const;

/** WebKitGTK's MiniBrowser on a display of its own, by WebDriver. */
export async function openWebKitTab(programs: WebKitPrograms): Promise<Tab> {
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, "exit");
    }
  };
  try {
    const display = await startDisplay(programs.xvfb, started);
    const port = await freePort();
    const driver = spawn(programs.driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" },
      stdio: "ignore",
    });
    started.push(driver);
    await answers(port);
    const session = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: "MiniBrowser",
          // A script can then be set up while a page still loads.
          pageLoadStrategy: "none",
          "webkitgtk:browserOptions": {
            binary: programs.miniBrowser,
            args: ["--automation", "--autoplay-policy=allow"],
          },
        }),
      )
      .build();
    return tabOf(session, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function tabOf(session: WebDriver, stop: () => Promise<void>): Tab {
  async function find(target: Target): Promise<WebElement> {
    await appears(tab, target);
    const element = await session.executeScript<WebElement | null>(findElement, target);
    // The page has drawn it anew meanwhile.
    return element ?? find(target);
  }

  async function click(target: Target): Promise<WebElement> {
    const element = await find(target);
    // The driver clicks only what the window shows, and scrolls too little below a fixed bar.
    await session.executeScript((shown: Element) => shown.scrollIntoView({ block: "center" }), element);
    await element.click();
    return element;
  }

  const tab: Tab = {
    engine: "webkit",
    open: async (address) => {
      await session.executeScript(markAsLeft);
      await session.get(address);
      await loaded(session);
    },
    reload: async () => {
      await session.executeScript(markAsLeft);
      await session.navigate().refresh();
      await loaded(session);
    },
    back: () => session.executeScript(() => history.back()),
    evaluate: (script, ...args) => session.executeScript(script, ...args),
    has: async (target) => (await session.executeScript(findElement, target)) !== null,
    click: async (target) => void (await click(target)),
    // As a person does, who puts the cursor into the field first.
    type: async (target, text) => (await click(target)).sendKeys(text),
    press: (key) => session.actions().sendKeys(KEYS[key]).perform(),
    drag: async (from, to) => {
      const [start, end] = [await find(from), await find(to)];
      await session.actions().move({ origin: start }).press().move({ origin: end, duration: 0 }).release().perform();
    },
    resize: async (width, height) => {
      const outer = session.manage().window();
      await outer.setRect({ width, height });
      const inner = await session.executeScript<[number, number]>(() => [innerWidth, innerHeight]);
      // The browser's own bar takes part of the window.
      await outer.setRect({ width: 2 * width - inner[0], height: 2 * height - inner[1] });
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), "base64"),
    errors: () => session.executeScript(() => JSON.parse(sessionStorage.getItem("errors") ?? "[]") as string[]),
    close: async () => {
      await session.quit();
      await stop();
    },
  };
  return tab;
}

interface Marks {
  hasErrorLog?: boolean;
  isLeft?: boolean;
}

/** Runs in the page. */
function markAsLeft(): void {
  (window as Marks).isLeft = true;
}

/** Runs in the page. */
function isLoaded(): boolean {
  return !(window as Marks).isLeft && document.readyState === "complete" && location.protocol !== "about:";
}

/** Runs in the page. The driver has no log of the console, so the tab's storage keeps its errors. */
function collectErrors(): void {
  const marked = window as Marks;
  if (marked.hasErrorLog || marked.isLeft || location.protocol === "about:") return;
  marked.hasErrorLog = true;
  const add = (...values: unknown[]) => {
    const all = JSON.parse(sessionStorage.getItem("errors") ?? "[]") as string[];
    sessionStorage.setItem("errors", JSON.stringify([...all, values.map(String).join(" ")]));
  };
  const report = console.error;
  console.error = (...values: unknown[]) => {
    add(...values);
    report(...values);
  };
  window.addEventListener("error", ({ message }) => add(message));
  window.addEventListener("unhandledrejection", ({ reason }) => add(reason));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    add(violatedDirective, blockedURI),
  );
}

/** Waits for the new document, and collects its errors from the earliest moment on. */
async function loaded(session: WebDriver): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const isComplete = await session
      .executeScript(collectErrors)
      .then(() => session.executeScript<boolean>(isLoaded))
      .catch(() => false);
    if (isComplete) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("webkit: a page did not load within 30 s");
}

/** @returns the display's name, such as ":99" */
async function startDisplay(xvfb: string, started: ChildProcess[]): Promise<string> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1300x24", "-nolisten", "tcp"];
  const display = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  started.push(display);
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  return `:${number.toString().trim()}`;
}

/** Resolves when the driver answers. */
async function answers(port: number): Promise<void> {
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("WebKitWebDriver did not answer within 20 s.");
}
