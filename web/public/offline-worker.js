/*
 * Answers a navigation with a Japanese page when the server cannot be reached, and nothing else: it stores no file and
 * no answer, so nothing it serves can be out of date (decisions/063). The application registers it in
 * web/src/shell/offline-worker.ts, with the site's name in the address.
 */
const siteName = new URL(self.location.href).searchParams.get("name") ?? "";

// A new release takes effect at once, in tabs that are open, too.
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) =>
  // The request leaves while this worker starts, so that pages do not wait for it.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(open(event));
});

async function open({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return offlinePage();
  }
}

function offlinePage() {
  const nonce = crypto.randomUUID();
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  };
  return new Response(pageHtml(nonce), { status: 503, headers });
}

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const pageHtml = (nonce) => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>サイトに接続できません｜${escapeHtml(siteName)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; line-break: strict; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; background: light-dark(#faf8f3, #11141a); color: light-dark(#1b1e24, #ece9e1); font: 1rem/1.8 "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic Medium", Meiryo, system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 4rem 1rem; word-break: auto-phrase; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.4; text-wrap: balance; }
p { margin: 0 0 1rem; }
.name { font-weight: 700; }
[role="status"] { margin-top: .5rem; min-height: 1.8em; color: light-dark(#5c5f66, #a9b0bd); font-size: .9375rem; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: .5rem; background: light-dark(#1f4478, #9cc0f2); color: light-dark(#fff, #11141a); font: inherit; font-weight: 700; cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1f4478, #9cc0f2); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<p class="name">${escapeHtml(siteName)}</p>
<h1>サイトに接続できません</h1>
<p>インターネットにつながっていないか、サイトが一時的に停止しています。接続が戻ると、このページを自動で開き直します。</p>
<p>送信を待っているメモは、この端末に保存されています。</p>
<button type="button">再試行</button>
<p role="status"></p>
</main>
<script nonce="${nonce}">
const PROBE_INTERVAL = 5000;
const theme = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const status = document.querySelector("[role=status]");
async function probe() {
  try {
    await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
  } catch {
    return false;
  }
  location.reload();
  return true;
}
document.querySelector("button").addEventListener("click", async () => {
  status.textContent = "接続を確認しています…";
  if (!(await probe())) status.textContent = "まだ接続できません。";
});
addEventListener("online", probe);
addEventListener("visibilitychange", () => document.visibilityState === "visible" && probe());
setInterval(probe, PROBE_INTERVAL);
</script>
</body>
</html>`;
