import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { Business } from "../business.ts";
import { mustBe } from "../facts.ts";
import type { Operator } from "../operator.ts";
import type { Step, Task } from "../task.ts";

const entries = (operator: Operator) => operator.main.getByRole("listitem");

/** Presses 元に戻す of the newest such entry, and confirms it. */
async function takeBack(operator: Operator, words: string, count: number): Promise<void> {
  const entry = entries(operator).filter({ hasText: words }).first();
  await operator.press(entry.getByRole("button", { name: "元に戻す", exact: true }));
  await operator.press(operator.dialog.getByRole("button", { name: "元に戻す", exact: true }));
  await operator.main.getByText(`${count}件を元に戻しました。`).waitFor();
}

const upload = (business: Business, path: string, text: string) => {
  const body = new FormData();
  body.set("csv_file", new Blob([text], { type: "text/csv" }), "videos.csv");
  return business.as("editor", "POST", path, body);
};

const wrongEdit: Task = {
  title: "take back a wrong edit of a hundred videos",
  prepare: async (business, device) => {
    const name = `直す講座 ${device}`;
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const rows = numbers.map((number) => `${name} 第${number}回,wrong-${device}-${number}`);
    await upload(business, "/api/admin/videos/upload/", `title,video_id\n${rows.join("\n")}\n`);
    const titled = async () => {
      const all = await business.as<AdminVideo[]>("editor", "GET", "/api/admin/videos/list/");
      return all.filter(({ video_id }) => video_id.startsWith(`wrong-${device}-`));
    };
    const wrong = (await titled()).map(({ id }) => `${id},誤った題`);
    await upload(business, "/api/admin/videos/sheet/?confirmed=true", `番号,タイトル\n${wrong.join("\n")}\n`);
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("操作の記録");
          await takeBack(operator, "動画をCSVでまとめて変更", 100);
        },
        verify: async () => {
          const right = (await titled()).filter(({ title }) => title.startsWith(name));
          mustBe("videos with their title", right.length, 100);
        },
      },
    ];
  },
};

const deletedVideo: Task = {
  title: "take back a deleted video",
  prepare: async (business, device) => {
    const { id, title } = await business.makeVideo(`消した動画 ${device}`);
    await business.as("editor", "DELETE", `/api/admin/videos/${id}/`);
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("動画管理");
          await operator.choose(operator.main.getByLabel("表示する動画"), "ゴミ箱");
          await operator.press(operator.main.getByRole("button", { name: `「${title}」を元に戻す` }));
          await operator.main.getByText(`「${title}」を元に戻しました。`).waitFor();
        },
        verify: async () => {
          const { deleted_at } = await business.as<AdminVideo>("editor", "GET", `/api/admin/videos/${id}/`);
          mustBe("the deletion", deleted_at, null);
        },
      },
    ];
  },
};

/** The kinds of records, with the path that makes and deletes one, and its list. */
const KINDS = [
  { kind: "カテゴリー", name: "name", make: "/api/admin/categories/", path: "/api/admin/categories/", body: {} },
  { kind: "再生リスト", name: "title", make: "/api/playlists/create/", path: "/api/playlists/", body: {} },
  {
    kind: "お知らせ",
    name: "notice_title",
    make: "/api/admin/notices/",
    path: "/api/admin/notices/",
    body: { notice_category: "campaign", notice_content: "来月です。", state: "draft", published_at: null },
  },
];

const deletedRecords: Task = {
  title: "take back a deleted category, playlist and notice",
  prepare: async (business, device) => {
    const steps: Step[] = [];
    for (const { kind, name, make, path, body } of KINDS) {
      const title = `消した${kind} ${device}`;
      const { id } = await business.as<{ id: number }>("editor", "POST", make, { ...body, [name]: title });
      await business.as("editor", "DELETE", `${path}${id}/${kind === "再生リスト" ? "manage/" : ""}`);
      steps.push({
        role: "editor",
        perform: async (operator) => {
          await operator.open("操作の記録");
          await operator.choose(operator.main.getByLabel("表示する操作"), "ゴミ箱");
          await takeBack(operator, title, 1);
        },
        verify: async () => {
          const found = await business.as<unknown>("editor", "GET", path);
          const all = (Array.isArray(found) ? found : (found as { results: AdminNotice[] }).results) as object[];
          mustBe("the record", all.filter((each) => Object.values(each).includes(title)).length, 1);
        },
      });
    }
    return steps;
  },
};

const whoChanged: Task = {
  title: "see who changed something",
  prepare: async (business, device) => {
    const { id, name, email } = await business.employ();
    const { token } = await business.logIn(email);
    const category = `だれかの分類 ${device}`;
    await business.call("POST", "/api/admin/categories/", { token: token.access, body: { name: category } });
    return [
      {
        role: "owner",
        perform: async (operator) => {
          await operator.open("操作の記録");
          await operator.choose(operator.main.getByLabel("操作したスタッフ"), name);
          await operator.page.waitForURL(new RegExp(`by=${id}`));
          await entries(operator).filter({ hasText: category }).filter({ hasText: name }).waitFor();
        },
      },
    ];
  },
};

export const UNDO_TASKS = { wrongEdit, deletedVideo, deletedRecords, whoChanged };
