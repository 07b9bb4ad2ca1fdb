import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderLayout } from "../../mail-layout/email.ts";

test("the layout of mails is what `npm run mail-layout` writes", async () => {
  const stored = await readFile(new URL("layout.json", import.meta.url), "utf8");
  expect(JSON.parse(stored)).toEqual(renderLayout());
});
