import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { callAs, enterAsStaff } from "./staff-pages.ts";
import { expectToFit, PHONE } from "./widths.ts";

test("shows the qualities of a prepared film and its space, and what a film in one quality lacks", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterAsStaff(page, "/admin/dashboard");
  const videos = await callAs<AdminVideo[]>(page, "GET", "/api/admin/videos/list/");
  const idOf = (film: string) => videos.find(({ video_id }) => video_id === film)?.id;
  const part = page.getByRole("main").getByRole("region", { name: "画質", exact: true });

  await page.goto(`/admin/videos/${idOf("mkt-local-01.webm")}`);
  await expect(part).toContainText("回線に合わせて画質が切り替わります（240p、360p、480p、720p）。");
  await expect(part).toContainText("保存容量：2.3MB（元のファイル207KB、画質ごとのファイル2.1MB）");
  await expectAccessible(page);
  await expectToFit(page);

  await page.goto(`/admin/videos/${idOf("mkt-sns-01.webm")}`);
  // A machine without ffmpeg says so.
  await expect(part).toContainText(/1つの画質で配信しています|ffmpeg）がないため/);
  await expectToFit(page);

  await page.goto("/admin/videos");
  const sum = page.getByRole("region", { name: "動画ファイルの容量", exact: true });
  await expect(sum).toContainText("保存容量 2.3MB、直近30日の配信 約");
  await expectAccessible(page);
  await expectToFit(page);
});
