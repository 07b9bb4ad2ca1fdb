import type { Locator, Page } from "@playwright/test";

export const DEVICES = ["desktop", "phone"] as const;
export type Device = (typeof DEVICES)[number];

interface ChosenFile {
  name: string;
  text: string;
}

/** Acts on the screens like a person, and counts what that takes. */
export class Operator {
  /** Clicks, taps and shortcuts, boxes that are checked included. */
  clicks = 0;
  /** Fields filled, choices made in a list, and files picked. */
  entries = 0;
  /** Characters typed. */
  characters = 0;
  readonly page: Page;
  readonly device: Device;

  constructor(page: Page, device: Device) {
    this.page = page;
    this.device = device;
  }

  get main(): Locator {
    return this.page.getByRole("main");
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  region(name: string): Locator {
    return this.main.getByRole("region", { name, exact: true });
  }

  async press(target: Locator): Promise<void> {
    this.clicks += 1;
    await (this.device === "phone" ? target.tap() : target.click());
  }

  async type(target: Locator, text: string): Promise<void> {
    this.entries += 1;
    this.characters += text.length;
    await target.fill(text);
  }

  /** An address that stands in another window: its keys are ⌘C and ⌘V. */
  async paste(target: Locator, text: string): Promise<void> {
    this.entries += 1;
    this.characters += 4;
    await target.fill(text);
  }

  async choose(target: Locator, label: string | RegExp): Promise<void> {
    this.entries += 1;
    const option = target.locator("option").filter({ hasText: label });
    await target.selectOption(await option.first().getAttribute("value"));
  }

  async pick(target: Locator, { name, text }: ChosenFile): Promise<void> {
    this.entries += 1;
    await target.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** @param path of a picture or a film */
  async pickFile(target: Locator, path: string): Promise<void> {
    this.entries += 1;
    await target.setInputFiles(path);
  }

  /** Opens a screen by its card on the dashboard. */
  async open(card: string): Promise<void> {
    await this.press(this.main.getByRole("link", { name: new RegExp(`^${card}`) }).last());
    await this.page.getByRole("heading", { level: 1, name: card }).waitFor();
  }

  /** Opens a video or a member by the search: by its keys, on phones by the dashboard's button. Two clicks. */
  async find(text: string, line: string = text): Promise<void> {
    if (this.device === "phone") await this.press(this.main.getByRole("button", { name: /を探す$/ }));
    else {
      this.clicks += 1;
      await this.page.keyboard.press("Control+K");
    }
    await this.type(this.dialog.getByRole("combobox", { name: "移動先" }), text);
    await this.press(this.dialog.getByRole("option", { name: line }));
  }

  /** Presses a button that asks for a reason, gives it, and confirms. */
  async act(button: Locator, confirm: string, fill?: () => Promise<void>): Promise<void> {
    await this.press(button);
    await fill?.();
    await this.type(this.dialog.getByLabel("理由"), "本人からの連絡");
    await this.press(this.dialog.getByRole("button", { name: confirm, exact: true }));
    await this.dialog.waitFor({ state: "detached" });
  }
}
