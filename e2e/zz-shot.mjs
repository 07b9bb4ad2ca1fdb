// usage: node shot.mjs BASE OUT "widths" "schemes" email paths...
import { chromium } from "playwright";
const [base, out, widths, schemes, email, ...paths] = process.argv.slice(2);
import fs from "node:fs";
fs.mkdirSync(out, { recursive: true });
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
for (const scheme of schemes.split(","))
  for (const w of widths.split(",")) {
    const [width, height] = w.includes("x") ? w.split("x").map(Number) : [Number(w), Number(w) < 500 ? 800 : 800];
    const c = await b.newContext({ viewport: { width, height }, colorScheme: scheme, baseURL: base, locale: "ja-JP" });
    const p = await c.newPage();
    if (email !== "-") {
      await p.goto("/login");
      await p.fill("input[type=email]", email);
      await p.fill("input[type=password]", "manabiya-demo");
      await p.click("form button[type=submit]");
      await p.waitForURL((u) => !u.pathname.includes("login"));
    }
    for (const path of paths) {
      await p.goto(path);
      await p.waitForLoadState("networkidle").catch(() => {});
      await p.waitForTimeout(300);
      const n = `${out}/${path.replace(/[^a-z0-9]+/gi, "_") || "_"}-${width}-${scheme}.png`;
      await p.screenshot({ path: n, fullPage: process.env.FULL === "1" });
      console.log(
        n,
        await p.evaluate(() => document.documentElement.scrollWidth + " " + document.documentElement.scrollHeight),
      );
    }
    await c.close();
  }
await b.close();
