import { site } from "../site.ts";

/** Registers web/public/offline-worker.js, which shows a page when the server cannot be reached. */
export async function registerOfflineWorker(): Promise<void> {
  // Insecure origins and some private windows have none.
  if (!("serviceWorker" in navigator)) return;
  const address = `/offline-worker.js?${new URLSearchParams({ name: site.name })}`;
  const policy = window.trustedTypes?.createPolicy("offline-worker", { createScriptURL: (own) => own });
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
}
