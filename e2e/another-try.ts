import type { Page } from "@playwright/test";
import { answerInstead, cutOff } from "./api-answers.ts";
import { expect, expectAccessible } from "./fixtures.ts";

interface Failing {
  /** The screen and its main call. */
  path: string;
  call: string;
  /** The expected message. */
  sentence: string;
  /** The answers to the following attempts. The first attempt does not reach the server. */
  answers?: [status: number, body?: object][];
}

/** Expects a failure message at every attempt until one succeeds. */
export async function expectAnotherTry(page: Page, failing: Failing): Promise<void> {
  const { path, call, sentence, answers = [[500]] } = failing;
  const alert = page.getByRole("main").getByRole("alert");
  const again = page.getByRole("main").getByRole("button", { name: "再試行" });
  let restore = await cutOff(page, call);
  await page.goto(path);
  await expect(alert).toContainText(sentence);
  await expectAccessible(page);
  for (const [status, body] of answers) {
    await restore();
    restore = await answerInstead(page, call, status, body);
    const refused = page.waitForResponse(
      (response) => response.status() === status && new URL(response.url()).pathname === call,
    );
    await again.click();
    await refused;
    await expect(alert).toContainText(sentence);
  }
  await restore();
  await again.click();
  await expect(alert).toHaveCount(0);
}
