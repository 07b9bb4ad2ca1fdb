import { store } from "../../session/storage.ts";

const KEY = "manabiya:transcript";

/** Whether this browser showed the transcript last. */
export const readTranscriptChoice = () => store.getItem(KEY) === "open";

export const storeTranscriptChoice = (isOpen: boolean) => store.setItem(KEY, isOpen ? "open" : "closed");
