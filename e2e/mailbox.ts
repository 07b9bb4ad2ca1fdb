import { expect, type Page } from "@playwright/test";

interface Wanted {
  /** The recipient. */
  email: string;
  path: "/reset-password" | "/verify-email" | "/admin/invitation" | "/gift/redeem" | "/video/";
  /** Mails with such a link that must have arrived; the newest counts. */
  mails?: number;
}

/** The newest link in the demo's mailbox for an address; the e-mail may still be on its way. */
export async function linkInMail(page: Page, { email, path, mails = 1 }: Wanted): Promise<string> {
  let link: string | null = null;
  await expect(async () => {
    await page.goto("/sandbox/");
    const links = page.getByRole("group").filter({ hasText: email }).locator(`a[href*="${path}"]`);
    await expect(links).toHaveCount(mails, { timeout: 1_000 });
    link = await links.first().getAttribute("href");
    expect(link).not.toBeNull();
  }).toPass();
  const { pathname, search } = new URL(link ?? "");
  return pathname + search;
}
