import { expectAccessible, test } from "./fixtures.ts";

const PAGE = `<!doctype html><html lang="ja"><title>学び舎</title>
  <style>@keyframes appear { from { opacity: 0.1 } } .late { color: #555; animation: appear 100ms 1s both }</style>
  <main><h1>学び舎</h1></main></html>`;

test("contrast is read after an element that comes during the check has faded in", async ({ page }) => {
  await page.setContent(PAGE);
  await expectAccessible(page);
  await page.evaluate(() => {
    const { run } = window.axe;
    window.axe.run = ((...words: Parameters<typeof run>) => {
      window.axe.run = run;
      const late = Object.assign(document.createElement("p"), { className: "late", textContent: "読み込み中" });
      document.querySelector("main")?.append(late);
      return run(...words);
    }) as typeof run;
  });
  await expectAccessible(page);
});
