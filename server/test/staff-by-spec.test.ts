import { expect, test } from "vitest";
import { hashPassword } from "../src/accounts/passwords/password.ts";
import { createUser, createVideo } from "./testing/factories.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
const PASSWORD = "tomato-soup-41";

/** A client written from the specification alone, with plain requests. */
async function specClient(email: string) {
  const host = await t.app.listen({ port: 0, host: "127.0.0.1" });
  let access = "";

  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(host + path, {
      method,
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        ...(access !== "" && { Authorization: `Bearer ${access}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  const login = { email, password: PASSWORD };
  const { token } = await send<{ token: { access: string } }>("POST", "/api/auth/login/", login);
  access = token.access;
  return send;
}

interface Named {
  id: number;
  name: string;
  parent?: number | null;
}

interface Playlist {
  id: number;
  title: string;
  description: string;
  video_count: number;
  videos: { id: number; video: { id: number; video_id: string; title: string } }[];
}

test("a client written for the specification manages categories, tags and playlists", async () => {
  const password_hash = await hashPassword(PASSWORD);
  const { email } = await createUser(t.db, t.clock, { is_staff: true, password_hash });
  const video = await createVideo(t.db, t.clock);
  const send = await specClient(email);

  const top = await send<Named>("POST", "/api/admin/categories/", { name: "集客", parent: null });
  const child = await send<Named>("POST", "/api/admin/categories/", { name: "広告", parent: top.id });
  expect(child).toMatchObject({ name: "広告", parent: top.id });
  const object = { ...child, name: "広告運用", children: [] };
  expect(await send("PUT", `/api/admin/categories/${child.id}/`, object)).toMatchObject({
    id: child.id,
    name: "広告運用",
    parent: top.id,
  });
  const loose = { id: child.id, name: "広告運用", parent: "" };
  expect(await send("PUT", `/api/admin/categories/${child.id}/`, loose)).toMatchObject({ parent: null });
  await send("DELETE", `/api/admin/categories/${top.id}/`);
  expect(await send<Named[]>("GET", "/api/categories/")).toEqual([{ id: child.id, name: "広告運用", parent: null }]);

  const tag = await send<Named>("POST", "/api/admin/tags/", { name: "初級" });
  expect(await send("PUT", `/api/admin/tags/${tag.id}/`, { name: "入門" })).toMatchObject({ name: "入門" });
  expect(await send("PUT", `/api/admin/tags/${tag.id}/`, { id: tag.id, name: "基礎" })).toMatchObject({ name: "基礎" });
  expect(await send<Named[]>("GET", "/api/tags/")).toEqual([{ id: tag.id, name: "基礎" }]);
  await send("DELETE", `/api/admin/tags/${tag.id}/`);
  expect(await send<Named[]>("GET", "/api/tags/")).toEqual([]);

  const { id } = await send<Playlist>("POST", "/api/playlists/create/", { title: "順に", description: "説明" });
  const added = await send<Playlist>("POST", `/api/playlists/${id}/videos/`, { video_id: video.video_id });
  expect(added).toMatchObject({ id, title: "順に", video_count: 1 });
  expect(added.videos[0]?.video).toMatchObject({ video_id: video.video_id, title: video.title });
  await send("PUT", `/api/playlists/${id}/manage/`, { title: "新題", description: "新説明" });
  expect(await send<Playlist>("GET", `/api/playlists/${id}/`)).toMatchObject({ title: "新題", description: "新説明" });
  await send("DELETE", `/api/playlists/${id}/videos/${added.videos[0]?.video.video_id}/`);
  expect((await send<Playlist>("GET", `/api/playlists/${id}/`)).videos).toEqual([]);
  await send("DELETE", `/api/playlists/${id}/manage/`);
  expect(await send("GET", "/api/playlists/")).toEqual([]);
});
