import type { KeyboardEvent } from "react";

/** An Escape that cancels a kana conversion does not count. Safari reports it only by the old key code. */
export function isEscape({ key, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === "Escape" && !nativeEvent.isComposing && keyCode !== 229;
}
