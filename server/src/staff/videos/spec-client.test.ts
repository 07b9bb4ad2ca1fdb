import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { createCategory, createTag } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

// The client knows only the product's specification and uses plain fetch over a real connection.

const t = useTestApp();
let host: string;
let headers: { authorization: string };

beforeAll(async () => {
  headers = (await staffCalls(t).staff()).headers;
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  host = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});

const json = { "content-type": "application/json" };

async function send(method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(host + path, {
    method,
    headers: { ...headers, ...(!isForm && json) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { id: number; error: string };
  return { status: response.status, ok: response.ok, answer };
}

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

test("creates, lists, changes, describes and deletes a video", async () => {
  const category = await createCategory(t.db, "分類");
  const tag = await createTag(t.db, "タグ");
  const created = await send(
    "POST",
    "/api/admin/videos/",
    form({ title: "題", video_id: "spec-id", categories: `[${category.id}]`, tags: `[${tag.id}]` }),
  );
  expect(created.ok).toBe(true);
  expect(created.answer).toMatchObject({ title: "題", video_id: "spec-id", categories: [{ name: "分類" }] });
  const { answer: videos } = await send("GET", "/api/admin/videos/list/");
  expect(videos).toEqual([created.answer]);
  const body = { title: "新しい題", video_id: "spec-id", categories: [], tags: [tag.id] };
  const changed = await send("PUT", "/api/admin/videos/spec-id/", body);
  expect(changed.answer).toMatchObject({ title: "新しい題", categories: [], tags: [{ name: "タグ" }] });
  const described = await send("PUT", "/api/admin/videos/spec-id/detail/", { description: "概要" });
  expect(described.answer).toMatchObject({ message: "概要文を更新しました。", detail: { description: "概要" } });
  expect((await send("PUT", "/api/admin/videos/spec-id/", { title: "" })).answer.error).toBe(
    "タイトルを入力してください。",
  );
  expect((await send("DELETE", "/api/admin/videos/spec-id/")).ok).toBe(true);
  expect((await send("GET", "/api/admin/videos/list/")).answer).toEqual([]);
});

test("creates, lists, changes, deletes and uploads chapters", async () => {
  const { answer: video } = await send("POST", "/api/admin/videos/", form({ title: "章", video_id: "chaptered" }));
  const at = `/api/admin/videos/${video.id}`;
  const chapter = { title: "一章", description: "説明", time_seconds: 90 };
  const { answer: created } = await send("POST", `${at}/chapters/`, chapter);
  expect(created).toMatchObject({ ...chapter, time_formatted: "01:30" });
  expect((await send("GET", `${at}/chapters-info/`)).answer).toEqual([created]);
  const changed = await send("PUT", `${at}/chapters/${created.id}/`, { ...chapter, time_seconds: 5 });
  expect(changed.answer).toMatchObject({ time_seconds: 5, time_formatted: "00:05" });
  expect((await send("DELETE", `${at}/chapters/${created.id}/`)).ok).toBe(true);
  const csv = new File(["chapter_title,description,time\nはじめに,,0:00\n悪い行,,x\n"], "c.csv");
  const uploaded = await send("POST", `${at}/chapters/upload-csv/`, form({ file: csv }));
  expect(uploaded.answer).toMatchObject({
    message: expect.any(String),
    created_count: 1,
    errors: ["3行目：時間は「1:30」のように入力してください。"],
  });
});

test("creates videos from the template", async () => {
  const template = await fetch(`${host}/api/admin/videos/template/`, { headers });
  const file = new File([await template.blob()], "video_template.csv");
  const uploaded = await send("POST", "/api/admin/videos/upload/", form({ csv_file: file }));
  expect(uploaded.answer).toMatchObject({
    message: expect.any(String),
    error: null,
    errors: [],
    success_count: 1,
    error_count: 0,
  });
});

test("rejects an upload of 50 MB over a real connection and keeps serving", async () => {
  const huge = new File([new Uint8Array(50 * 1024 * 1024)], "huge.csv");
  // The server may respond or close the connection before the client has sent everything.
  const status = await send("POST", "/api/admin/videos/upload/", form({ csv_file: huge })).then(
    (response) => response.status,
    () => "closed",
  );
  expect([413, "closed"]).toContain(status);
  expect((await send("GET", "/api/admin/videos/list/")).ok).toBe(true);
});

test("creates nothing when the client cancels the upload", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `動画${index},cancelled-${index}`);
  const csv = new File([`title,video_id\n${rows.join("\n")}\n`], "many.csv");
  const cancel = new AbortController();
  const body = form({ csv_file: csv });
  const path = `${host}/api/admin/videos/upload/`;
  const canceled = fetch(path, { method: "POST", headers, body, signal: cancel.signal }).catch(() => "left");
  const isWriting = async () => {
    const { rows: found } = await t.db.query({
      text: `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                and state <> 'idle' and query ~ '^\\s*insert into video'`,
    });
    return found.length > 0;
  };
  while (!(await isWriting()));
  cancel.abort();
  expect(await canceled).toBe("left");
  // The second upload waits for the first one's row locks and creates all rows.
  const again = await send("POST", "/api/admin/videos/upload/", body);
  expect(again.answer).toMatchObject({ success_count: 5000, error_count: 0 });
});
