import type { KeyboardEvent } from "react";

/**
 * Whether a key press means to leave. An Escape that takes back a conversion of kana does not; Safari tells that by
 * its old key code only.
 */
export function isEscape({ key, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === "Escape" && !nativeEvent.isComposing && keyCode !== 229;
}
