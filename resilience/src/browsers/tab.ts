export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The first visible element that matches `css` and whose name contains `name`. */
export interface Target {
  css: string;
  name?: string;
}

type Key = " " | "ArrowRight" | "Enter" | "Tab";

/** One tab of one engine. Clicks and keys are the browser's own input, so focus and defaults behave as for a person. */
export interface Tab {
  engine: EngineName;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** `script` runs in the page, so it may use nothing of its surroundings. */
  evaluate<T, A extends unknown[]>(script: (...args: A) => T, ...args: A): Promise<T>;
  has(target: Target): Promise<boolean>;
  click(target: Target): Promise<void>;
  type(target: Target, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses at the middle of `from`, moves to the middle of `to` in one step, and releases. */
  drag(from: Target, to: Target): Promise<void>;
  /** CSS pixels of the page. */
  resize(width: number, height: number): Promise<void>;
  /** @returns a PNG of the window's content */
  screenshot(): Promise<Buffer>;
  /** Console errors and uncaught exceptions since the start. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** Milliseconds. A video's first frame takes long on a busy machine. */
const PATIENCE = 30_000;

/** Runs in the page. @returns the element of a target, or null */
export function findElement({ css, name }: Target): Element | null {
  const nameOf = (element: Element) =>
    element.getAttribute("aria-label") ??
    ("labels" in element && element.labels instanceof NodeList && element.labels.length > 0
      ? [...element.labels].map(({ textContent }) => textContent).join(" ")
      : element.textContent);
  const found = [...document.querySelectorAll(css)].find(
    (element) => element.getClientRects().length > 0 && (name === undefined || nameOf(element)?.includes(name)),
  );
  return found ?? null;
}

/** Waits until `check` returns something true, and returns it. */
export async function eventually<T>(tab: Tab, what: string, check: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    // A navigation in between destroys the page that a script runs in.
    const value = await check().catch(() => null);
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${tab.engine}: ${what} did not happen within ${PATIENCE / 1000} s`);
}

/** Waits until `script` returns something true in the page, and returns it. */
export function until<T, A extends unknown[]>(tab: Tab, what: string, script: (...args: A) => T, ...args: A) {
  return eventually(tab, what, () => tab.evaluate(script, ...args));
}

export async function appears(tab: Tab, target: Target): Promise<void> {
  await eventually(tab, `${target.css} ${target.name ?? ""}`, () => tab.has(target));
}

/** Waits until the address is `path`, with its query. */
export async function isAt(tab: Tab, path: string): Promise<void> {
  await until(tab, `the address ${path}`, (path: string) => location.pathname + location.search === path, path);
}
