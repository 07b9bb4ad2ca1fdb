const KEY = "manabiya:transcript";

/** Whether this browser showed the transcript last. */
export function readTranscriptChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}

export function storeTranscriptChoice(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch {
    // Without storage the choice lasts for this visit.
  }
}
