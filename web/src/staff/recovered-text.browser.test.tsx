import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { beginSession, endSession } from "../session/session.ts";
import AutomaticMailsPage from "./mails/mailings/automatic-mails-page.tsx";
import AdminNoticesPage from "./notices/notices-page.tsx";
import PlaylistsCreatePage from "./playlists/create-playlist-page.tsx";
import { PlaylistForm } from "./playlists/playlist-form.tsx";

const NOTICE = {
  id: 5,
  notice_category: "information",
  notice_title: "前のお知らせ",
  notice_content: "前の本文",
  state: "draft",
  created_at: "2026-11-29T00:00:00.000Z",
  published_at: null,
  revision: 1,
  read_count: 0,
};
const COUNTS = { waiting: 0, sent: 0, failed: 0, left_out: 0, recipients: 0 };
const MAIL = { id: 1, key: "welcome", is_on: true, subject: "件名", body: "本文", revision: 1, preview_url: "/" };
const ANSWERS: Record<string, unknown> = {
  "/api/profile/": { id: 7, username: "太郎", is_staff: true, is_superuser: true, staff_rights: [] },
  "/api/admin/notices/": { results: [NOTICE], count: 1, next: null, previous: null },
  "/api/admin/mailings/": { has_sender: true, mails: [{ ...MAIL, counts: COUNTS }] },
};

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.spyOn(window, "fetch").mockImplementation(async (url) => {
    const { pathname } = new URL(url instanceof Request ? url.url : String(url), location.href);
    return Response.json(ANSWERS[pathname] ?? { error: "なし" }, { status: ANSWERS[pathname] ? 200 : 404 });
  });
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  position = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  root.unmount();
  position.remove();
  queryClient.clear();
  endSession("logged-out");
  vi.restoreAllMocks();
});

function open(screen: ReactNode): void {
  root = createRoot(position);
  const router = createMemoryRouter([{ path: "/", element: screen }]);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
}

const field = () => vi.waitFor(() => position.querySelector("textarea") ?? expect.fail("no field"));
const press = async (label: string) => {
  const named = (each: HTMLElement) => each.textContent === label || each.ariaLabel === label;
  const found = await vi.waitFor(() => [...position.querySelectorAll("button")].find(named) ?? expect.fail(label));
  flushSync(() => found.click());
};

async function typeText(text: string): Promise<void> {
  const area = await field();
  // React overrides the element's own property.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
  flushSync(() => area.dispatchEvent(new Event("input", { bubbles: true })));
  await vi.waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain(text));
}

const PLAYLIST = { id: 3, title: "再生リスト", description: "説明", revision: 1, entries: [] };

test.each([
  ["a new notice", () => <AdminNoticesPage />, "お知らせを作成", null],
  ["a notice", () => <AdminNoticesPage />, "前のお知らせを編集", "前のお知らせを編集"],
  ["an automatic mail", () => <AutomaticMailsPage />, null, null],
  ["a new playlist", () => <PlaylistsCreatePage />, null, null],
  ["a playlist", () => <PlaylistForm playlist={PLAYLIST} />, null, null],
])("the text of %s outlives a reload", async (_name, screen, before, after) => {
  open(screen());
  if (before !== null) await press(before);
  await typeText("長い書きかけの文");
  root.unmount();
  queryClient.clear();
  open(screen());
  if (after !== null) {
    await vi.waitFor(() => expect(position.textContent).toContain("保存していない入力があります。"));
    await press(after);
  }
  expect((await field()).value).toBe("長い書きかけの文");
  expect(position.textContent).toContain("保存していない入力を復元しました。");
});
