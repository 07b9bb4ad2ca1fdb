import type { Question } from "@manabiya/contract/lists/questions.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { invalidate, queryClient } from "../../api/query-client.ts";
import { beginSession, endSession } from "../../session/session.ts";
import QuestionsPanel from "./questions-panel.tsx";
import { hasDraft } from "./question-draft.ts";

const STORED: Question = {
  id: 5,
  second: 12,
  text: "質問の内容",
  nickname: "受講者",
  is_public: true,
  has_picture: false,
  state: "new",
  answer: null,
  asked_at: "2026-11-29T00:00:00.000Z",
  answered_at: null,
  wants: 0,
  is_own: true,
  is_wanted: false,
};

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
let form: number;
let requests: { at: string; body: unknown }[];
let answer: (at: string) => Response;

beforeEach(() => {
  requests = [];
  answer = () => Response.json({ results: [], nickname: null, is_blocked: false });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const address = url instanceof Request ? url.url : String(url);
    const at = `${init?.method ?? "GET"} ${new URL(address, location.href).pathname}`;
    requests.push({ at, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
    return answer(at);
  });
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  position = document.body.appendChild(document.createElement("div"));
  open(0);
});
afterEach(() => {
  root.unmount();
  position.remove();
  queryClient.clear();
  endSession("logged-out");
  vi.restoreAllMocks();
});

function open(shown: number): void {
  root = createRoot(position);
  show(shown);
}

function show(shown: number): void {
  form = shown;
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <QuestionsPanel
            video={{ id: 3, duration: 60 }}
            form={form}
            onForm={show}
            secondNow={() => 12}
            onSeek={() => {}}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

const button = (label: string) => [...position.querySelectorAll("button")].find((each) => each.textContent === label);
const press = (label: string) => flushSync(() => (button(label) ?? expect.fail(`no ${label}`)).click());
const seen = (label: string) => vi.waitFor(() => expect(button(label)).toBeTruthy());
const field = () => position.querySelector("textarea") ?? expect.fail("no field");

function typeText(text: string): void {
  // React overrides the element's own property.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), text);
  flushSync(() => field().dispatchEvent(new Event("input", { bubbles: true })));
}

test("when a question is stored without its picture, the next press corrects it, also to staff alone", async () => {
  await seen("この場面について質問する");
  press("この場面について質問する");
  typeText(STORED.text);
  const picker = position.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail();
  const files = new DataTransfer();
  files.items.add(new File(["no picture"], "photo.png", { type: "image/png" }));
  picker.files = files.files;
  flushSync(() => picker.dispatchEvent(new Event("change", { bubbles: true })));
  answer = (at) => {
    if (at === "POST /api/videos/3/questions/") return Response.json(STORED);
    return Response.json({ results: [STORED], nickname: "受講者", is_blocked: false });
  };
  // Uploads do not use fetch.
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent("error"));
  });
  press("送信");
  await vi.waitFor(() => expect(position.textContent).toContain("質問は、画像なしで送信済みです。"));
  expect(requests.map(({ at }) => at)).toContain("POST /api/videos/3/questions/");

  answer = (at) =>
    Response.json(at.startsWith("PUT") ? STORED : { results: [STORED], nickname: "受講者", is_blocked: false });
  flushSync(() => position.querySelector<HTMLInputElement>("input[type=checkbox]")?.click());
  flushSync(() => {
    picker.value = "";
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  });
  press("送信");
  await vi.waitFor(() =>
    expect(requests).toContainEqual({
      at: "PUT /api/questions/5/",
      body: expect.objectContaining({ text: STORED.text, is_public: false }),
    }),
  );
});

test("a typed question stays when the list cannot be read again", async () => {
  await seen("この場面について質問する");
  press("この場面について質問する");
  typeText("書きかけの質問");
  answer = () => Response.json({ error: "権限がありません。" }, { status: 400 });
  await invalidate();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(field().value).toBe("書きかけの質問");
});

test("a typed question appears again after a reload without taking the focus, and キャンセル gives it up", async () => {
  await seen("この場面について質問する");
  press("この場面について質問する");
  expect(document.activeElement).toBe(field());
  typeText("書きかけの質問");
  await vi.waitFor(() => expect(hasDraft(3, null)).toBe(true));
  root.unmount();
  open(-1);
  expect(field().value).toBe("書きかけの質問");
  expect(document.activeElement).toBe(document.body);
  press("キャンセル");
  expect(hasDraft(3, null)).toBe(false);
  expect(document.activeElement).toBe(button("この場面について質問する"));
});
