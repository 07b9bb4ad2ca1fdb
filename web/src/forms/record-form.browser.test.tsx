import { QueryClientProvider } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginSession, endSession } from "../session/session.ts";
import { ApiError } from "../api/calls.ts";
import { queryClient } from "../api/query-client.ts";
import { TextField } from "../ui/text-field.tsx";
import { RecordForm } from "./record-form.tsx";
import { useRecordForm } from "./use-record-form.ts";

interface Stored {
  name: string;
  /** No field of the form. */
  picture: string;
  revision: number;
}

const STORED: Stored = { name: "前の名前", picture: "a.png", revision: 1 };
const THEIRS: Stored = { name: "同僚の名前", picture: "a.png", revision: 2 };

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
/** The requests: the name, and the revision that it replaces. */
let sent: [name: string, revision: number | undefined][];
let shown: Stored[];
/** The server's next answer. */
let answer: () => Promise<Partial<Stored>>;

function Screen({ record }: { record: Stored | null }) {
  const form = useRecordForm<{ name: string }, Stored, Partial<Stored>>({
    record,
    valuesOf: (stored) => ({ name: stored?.name ?? "" }),
    check: ({ name }) => (name === "" ? { name: "名前を入力してください。" } : {}),
    save: ({ name }, replaced) => {
      sent.push([name, replaced?.revision]);
      return answer();
    },
    failed: "保存に失敗しました。",
    onConflict: (current) => shown.push(current),
    part: "名前",
    recoverAs: "record 1",
    firstField: "name",
  });
  return (
    <RecordForm
      state={form}
      submitLabel="保存"
      done={form.saved && "保存しました。"}
      fieldsOf={({ name }) => [{ label: "名前", value: name }]}
    >
      <TextField label="名前" {...form.field("name")} />
    </RecordForm>
  );
}

const show = (record: Stored | null = STORED) =>
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen record={record} />
      </QueryClientProvider>,
    ),
  );
/** As after a reload of the page. */
function reload(record: Stored): void {
  root.unmount();
  root = createRoot(position);
  show(record);
}

const field = () => position.querySelector("input") as HTMLInputElement;
const alert = () => position.querySelector("[role=alert]")?.textContent ?? "";
const press = (label: string) =>
  flushSync(() => [...position.querySelectorAll("button")].find(({ textContent }) => textContent === label)?.click());
function type(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), text);
  flushSync(() => field().dispatchEvent(new Event("input", { bubbles: true })));
}
const refuse = (status: number, body: object) => () =>
  Promise.reject(new ApiError(status, body as unknown as ApiError["body"]));
const conflict = (current: Stored) => refuse(409, { type: "conflict", current });

beforeEach(() => {
  sent = [];
  shown = [];
  answer = async () => ({ revision: 9 });
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  position = document.body.appendChild(document.createElement("div"));
  root = createRoot(position);
});
afterEach(() => {
  root.unmount();
  position.remove();
  endSession("logged-out");
});

describe("a save", () => {
  test("names the version that the typing began with, although the screen brings a later one meanwhile", async () => {
    show();
    type("私の名前");
    show(THEIRS);
    press("保存");
    await expect.poll(() => sent).toEqual([["私の名前", 1]]);
  });

  test("names a later version that differs only outside the form's fields", async () => {
    show();
    type("私の名前");
    show({ ...STORED, picture: "b.png", revision: 2 });
    press("保存");
    await expect.poll(() => sent).toEqual([["私の名前", 2]]);
  });

  test("names the answer's version the next time", async () => {
    show();
    type("私の名前");
    press("保存");
    await expect.poll(() => position.textContent).toContain("保存しました。");
    type("その次");
    expect(position.textContent).not.toContain("保存しました。");
    press("保存");
    await expect.poll(() => sent.at(-1)).toEqual(["その次", 9]);
  });

  test("of a new record names none, and empties the form", async () => {
    show(null);
    type("新しい名前");
    press("保存");
    await expect.poll(() => sent).toEqual([["新しい名前", undefined]]);
    await expect.poll(() => field().value).toBe("");
  });

  test("is not sent with a wrong field, which takes the focus", async () => {
    show();
    type("");
    press("保存");
    await expect.poll(() => document.activeElement).toBe(field());
    expect(position.textContent).toContain("名前を入力してください。");
    expect(sent).toEqual([]);
    type("私の名前");
    expect(position.textContent).not.toContain("名前を入力してください。");
  });
});

describe("when another editor was first", () => {
  async function collide(): Promise<void> {
    show();
    type("私の名前");
    answer = conflict(THEIRS);
    press("保存");
    await expect.poll(alert).toContain("ほかのスタッフが先に更新しました。");
  }

  test("the saved text stands beside the typed one, and the screen learns of it", async () => {
    await collide();
    expect(alert()).toContain("現在の名前同僚の名前");
    expect(field().value).toBe("私の名前");
    expect(shown).toEqual([THEIRS]);
  });

  test("上書きする saves over the version that was shown, and not over one after it", async () => {
    await collide();
    answer = conflict({ ...THEIRS, name: "同僚の名前2", revision: 3 });
    press("上書きする");
    await expect.poll(alert).toContain("同僚の名前2");
    answer = async () => ({ revision: 4 });
    press("上書きする");
    await expect.poll(alert).toBe("");
    expect(sent.map(([, revision]) => revision)).toEqual([1, 2, 3]);
    expect(field().value).toBe("私の名前");
  });

  test("読み込み直す takes the saved text, from which the next save starts", async () => {
    await collide();
    answer = async () => ({ revision: 3 });
    press("読み込み直す");
    expect(field().value).toBe("同僚の名前");
    await expect.poll(() => document.activeElement).toBe(field());
    expect(alert()).toBe("");
    type("私の名前");
    press("保存");
    await expect.poll(() => sent.at(-1)).toEqual(["私の名前", 2]);
  });
});

describe("typed text", () => {
  test("outlives a reload with the version that it began with", async () => {
    show();
    type("書きかけ");
    reload(THEIRS);
    expect(field().value).toBe("書きかけ");
    expect(position.textContent).toContain("保存していない入力を復元しました。");
    press("保存");
    await expect.poll(() => sent).toEqual([["書きかけ", 1]]);
    await expect.poll(() => position.textContent).not.toContain("復元しました");
    reload(THEIRS);
    expect(field().value).toBe("同僚の名前");
  });

  test("is discarded on request", () => {
    show();
    type("書きかけ");
    reload(STORED);
    press("破棄する");
    expect(field().value).toBe("前の名前");
    reload(STORED);
    expect(position.textContent).not.toContain("復元しました");
  });

  test("of one user is not shown to the next", () => {
    show();
    type("書きかけ");
    root.unmount();
    beginSession({
      user: { id: 8, username: "花子", subscription_status: "active" },
      token: { access: "a", refresh: "r" },
    });
    root = createRoot(position);
    show();
    expect(field().value).toBe("前の名前");
  });

  test.each<[string, number | null, object | null, string]>([
    ["the server's sentence", 400, { error: "サーバーの言葉" }, "サーバーの言葉"],
    ["a general one", 500, {}, "保存に失敗しました。"],
    ["both when no answer comes", null, null, "保存に失敗しました。\nサーバーとの通信に失敗しました。"],
  ])("stays after a failure, which shows %s", async (_what, status, body, sentence) => {
    show();
    type("私の名前");
    answer = () => Promise.reject(new ApiError(status, body as ApiError["body"]));
    press("保存");
    await expect.poll(alert).toContain(sentence);
    expect(field().value).toBe("私の名前");
  });

  test("stays when the server refuses a field, whose message goes with the next key", async () => {
    show();
    type("私の名前");
    answer = refuse(400, { type: "validation_error", fields: { name: ["同じ名前があります。"] } });
    press("保存");
    await expect.poll(() => position.textContent).toContain("同じ名前があります。");
    expect(document.activeElement).toBe(field());
    type("別の名前");
    expect(position.textContent).not.toContain("同じ名前があります。");
  });
});
