import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { SecretDialog } from "./tool-dialogs.tsx";

test("a secret, which is shown once, has the focus: a second Enter of the form before does not close it", async () => {
  const position = document.body.appendChild(document.createElement("div"));
  const root = createRoot(position);
  flushSync(() => root.render(<SecretDialog secret="whsec_abc" onClose={() => {}} />));
  await expect.poll(() => document.activeElement?.textContent).toBe("whsec_abc");
  expect(document.activeElement?.closest("button")).toBeNull();
  root.unmount();
  position.remove();
});
