import { join } from "node:path";
import type { AdminCaptions } from "@manabiya/contract/catalogue/captions.ts";
import type { Category } from "@manabiya/contract/catalogue/category.ts";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { root } from "../../../../scripts/quiet-run.mjs";
import type { Business } from "../business.ts";
import { must, mustBe } from "../facts.ts";
import type { Task } from "../task.ts";

const CLIP = join(root, "demo", "content", "clips", "ai-chunk-01.webm");

async function findVideo(business: Business, title: string): Promise<AdminVideo | undefined> {
  const path = `/api/admin/videos/?q=${encodeURIComponent(title)}`;
  const { results } = await business.as<{ results: AdminVideo[] }>("editor", "GET", path);
  return results.find((video) => video.title === title);
}

const makeCategory: Task = {
  title: "make a category",
  prepare: async (business, device) => {
    const name = `帳簿 ${device}`;
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("カテゴリー管理");
          const form = operator.region("カテゴリーの作成");
          await operator.type(form.getByLabel("カテゴリー名"), name);
          await operator.press(form.getByRole("button", { name: "作成する" }));
          await operator.main.getByText(`カテゴリー「${name}」を作成しました。`).waitFor();
        },
        verify: async () => {
          const all = await business.as<Category[]>("editor", "GET", "/api/admin/categories/");
          must(
            all.some((category) => category.name === name),
            "the category is not there",
          );
        },
      },
    ];
  },
};

const publishFile: Task = {
  title: "publish a file",
  prepare: async (business, device) => {
    const title = `自前の動画 ${device}`;
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("動画管理");
          await operator.press(operator.main.getByText("動画を登録する", { exact: true }));
          await operator.choose(operator.main.getByLabel("配信元"), "動画ファイル");
          await operator.type(operator.main.getByLabel("タイトル", { exact: true }), title);
          await operator.pickFile(operator.main.getByLabel("動画ファイル", { exact: true }), CLIP);
          await operator.main.getByText("動画ファイルをアップロードしました。").waitFor();
          await operator.press(operator.main.getByRole("button", { name: "登録する", exact: true }));
          await operator.main.getByRole("rowheader", { name: title }).waitFor();
        },
        verify: async () => {
          const video = await findVideo(business, title);
          mustBe("the video", [video?.host, video?.status], ["file", "published"]);
        },
      },
    ];
  },
};

const publishCaptions: Task = {
  title: "publish captions",
  clicks: 5,
  prepare: async (business, device) => {
    const { id, title } = await business.makeVideo(`字幕の要る動画 ${device}`);
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.find(title);
          await operator.press(operator.main.getByRole("link", { name: "字幕を編集" }));
          const text = "WEBVTT\n\n00:01.000 --> 00:03.000\n最初の言葉\n";
          await operator.pick(operator.main.getByLabel("字幕ファイル"), { name: "captions.vtt", text });
          await operator.main.getByText("1行を読み込みました。まだ保存していません。").waitFor();
          await operator.press(operator.main.getByLabel("字幕を公開する"));
          await operator.press(operator.main.getByRole("button", { name: "保存", exact: true }));
          await operator.main.getByText("字幕を保存し、公開しました。").waitFor();
        },
        verify: async () => {
          const path = `/api/admin/videos/${id}/captions/`;
          const { lines, published } = await business.as<AdminCaptions>("editor", "GET", path);
          mustBe("the captions", [lines[0]?.text, published], ["最初の言葉", true]);
        },
      },
    ];
  },
};

const makeCourse: Task = {
  title: "make a course of two videos",
  prepare: async (business, device) => {
    const [first, second] = [
      await business.makeVideo(`一本目 ${device}`),
      await business.makeVideo(`二本目 ${device}`),
    ];
    let id = 0;
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.open("再生リストの作成");
          await operator.type(operator.main.getByLabel("タイトル"), `はじめての講座 ${device}`);
          await operator.press(operator.main.getByRole("button", { name: "作成する" }));
          const adding = operator.region("動画を追加");
          for (const [index, { video_id }] of [first, second].entries()) {
            await operator.type(adding.getByLabel("動画IDまたはURL"), video_id);
            await operator.press(adding.getByRole("button", { name: "追加する" }));
            await adding.getByText(`動画を追加しました。（全${index + 1}本）`).waitFor();
          }
          id = Number(new URL(operator.page.url()).pathname.split("/").at(-1));
        },
        verify: async () => {
          const { entries } = await business.as<ManagedPlaylist>("editor", "GET", `/api/playlists/${id}/manage/`);
          mustBe(
            "its videos",
            entries.map(({ video }) => video.id),
            [first.id, second.id],
          );
        },
      },
    ];
  },
};

const openLesson: Task = {
  title: "open a lesson to everybody",
  prepare: async (business, device) => {
    const { id, title } = await business.makeVideo(`無料の授業 ${device}`);
    return [
      {
        role: "editor",
        perform: async (operator) => {
          await operator.find(title);
          await operator.press(operator.main.getByRole("checkbox", { name: "だれでも見られるようにする" }));
          await operator.region("無料公開").getByRole("link", { name: "無料公開のページを開く" }).waitFor();
        },
        verify: async () => {
          const page = await business.send("GET", `/open/${id}`);
          must((await page.text()).includes(title), "a visitor does not find the lesson");
        },
      },
    ];
  },
};

export const CONTENT_TASKS = { makeCategory, publishFile, publishCaptions, makeCourse, openLesson };
