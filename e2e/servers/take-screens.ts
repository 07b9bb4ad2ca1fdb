// Takes the pictures of the landing pages' features from the demo, into web/public/screens:
// node e2e/servers/take-screens.ts [ADDRESS], after `npm run build`. ADDRESS: a demo that runs already.
import { writeFile } from "node:fs/promises";
import { chromium, type Locator, type Page } from "@playwright/test";
import { signInAs } from "../enter-as.ts";
import { startServer } from "../server.ts";

const FOLDER = new URL("../../web/public/screens/", import.meta.url);
/** CSS pixels. The pictures have half as many again, as web/src/landing/sections/screens.tsx says. */
const SIZE = { width: 400, height: 400 };
/** All four together should stay below 60 kB. */
const QUALITY = 12;

interface Screen {
  file: string;
  path: string;
  /** The picture begins above this element. */
  top: (page: Page) => Locator;
}

const SCREENS: readonly Screen[] = [
  {
    file: "search",
    path: "/search?q=提案",
    top: (page) => page.getByRole("main").getByRole("article").filter({ hasText: "クラウドソーシングの提案文" }),
  },
  { file: "notes", path: "/notes", top: (page) => page.getByRole("list", { name: "メモの一覧" }) },
  { file: "today", path: "/today", top: (page) => page.getByRole("heading", { level: 1 }) },
  { file: "course", path: "/playlists/1", top: (page) => page.getByRole("heading", { level: 1 }) },
];

const given = process.argv[2];
const started = given === undefined ? await startServer() : null;
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({
  baseURL: given ?? started?.address ?? "",
  viewport: { width: SIZE.width, height: 1000 },
  colorScheme: "light",
  locale: "ja-JP",
  timezoneId: "Asia/Tokyo",
});
const devtools = await page.context().newCDPSession(page);
await signInAs(page, "member@example.com");
for (const { file, path, top } of SCREENS) {
  await page.goto(path, { waitUntil: "networkidle" });
  const box = await top(page).boundingBox();
  if (!box) throw new Error(`${path} does not show what ${file} begins with`);
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { ...SIZE, x: 0, y: box.y - 16, scale: 1.5 },
  });
  const picture = Buffer.from(data, "base64");
  await writeFile(new URL(`${file}.webp`, FOLDER), picture);
  console.log(`${file}: ${picture.length} bytes`);
}
await browser.close();
await started?.stop();
