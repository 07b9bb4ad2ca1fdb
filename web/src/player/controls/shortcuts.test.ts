import { describe, expect, it } from "vitest";
import { shortcutOf } from "./shortcuts.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false, target: null };

/** An element that matches the given selectors. */
const focusOn = (name: string) => ({
  closest: ((selectors: string) =>
    selectors.split(", ").includes(name) ? { name } : null) as unknown as Element["closest"],
});

describe("keys of the player", () => {
  it.each([
    [" ", { type: "toggle" }],
    ["k", { type: "toggle" }],
    ["K", { type: "toggle" }],
    ["j", { type: "skip", seconds: -10 }],
    ["l", { type: "skip", seconds: 10 }],
    ["ArrowLeft", { type: "skip", seconds: -5 }],
    ["ArrowRight", { type: "skip", seconds: 5 }],
    ["0", { type: "jump", share: 0 }],
    ["7", { type: "jump", share: 0.7 }],
    ["m", { type: "mute" }],
    ["c", { type: "captions" }],
    ["t", { type: "theatre" }],
    ["f", { type: "fullscreen" }],
    ["<", { type: "rate", steps: -1 }],
    [">", { type: "rate", steps: 1 }],
    ["h", { type: "page", to: "chapters" }],
    ["e", { type: "page", to: "note" }],
    ["n", { type: "page", to: "next" }],
    ["P", { type: "page", to: "previous" }],
    ["?", { type: "help" }],
    ["x", null],
    ["ArrowUp", null],
    ["Tab", null],
  ])("%s", (key, shortcut) => {
    expect(shortcutOf({ ...plain, key })).toEqual(shortcut);
  });

  it.each(["ctrlKey", "metaKey", "altKey", "isComposing"])("mean nothing with %s", (modifier) => {
    expect(shortcutOf({ ...plain, key: "c", [modifier]: true })).toBeNull();
  });

  it.each([
    "input:not([type=range])",
    "textarea",
    "select:not([data-uses=digits])",
    "[contenteditable]",
    "dialog",
    "[popover]",
  ])("are left to %s", (name) => {
    for (const key of [" ", "k", "5", "ArrowLeft", "<", "?"]) {
      expect(shortcutOf({ ...plain, key, target: focusOn(name) })).toBeNull();
    }
  });

  it("leave the space bar to focused buttons and links, where letters still work", () => {
    expect(shortcutOf({ ...plain, key: " ", target: focusOn("button") })).toBeNull();
    expect(shortcutOf({ ...plain, key: "k", target: focusOn("button") })).toEqual({ type: "toggle" });
  });

  it("leave arrows and the space bar to the controls inside the video, but not to the video itself", () => {
    for (const key of [" ", "ArrowLeft"]) {
      expect(shortcutOf({ ...plain, key, target: focusOn("video:not(:focus)") })).toBeNull();
      expect(shortcutOf({ ...plain, key, target: focusOn("video") })).not.toBeNull();
    }
  });

  it("leave the vertical arrows to the page outside the player", () => {
    expect(shortcutOf({ ...plain, key: "ArrowUp", target: focusOn("[data-stage]") })).toEqual({
      type: "volume",
      by: 0.05,
    });
    expect(shortcutOf({ ...plain, key: "ArrowDown", target: focusOn("button") })).toBeNull();
  });

  it("leave the slider for the volume its arrows, and the list of speeds its digits, arrows and space bar", () => {
    const volume = focusOn("[data-uses=arrows]");
    expect(shortcutOf({ ...plain, key: "ArrowLeft", target: volume })).toBeNull();
    expect(shortcutOf({ ...plain, key: " ", target: volume })).toEqual({ type: "toggle" });
    const rate = focusOn("[data-uses=digits]");
    for (const key of [" ", "ArrowLeft", "1"]) expect(shortcutOf({ ...plain, key, target: rate })).toBeNull();
    expect(shortcutOf({ ...plain, key: "k", target: rate })).toEqual({ type: "toggle" });
  });
});
