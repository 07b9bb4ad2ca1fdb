import type { AdminChapter } from "@manabiya/contract/staff/chapters.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import type { Business } from "./business.ts";
import { mustBe } from "./facts.ts";
import type { Step, Task } from "./task.ts";

const read = (business: Business, { id }: { id: number }) =>
  business.as<AdminVideo>("editor", "GET", `/api/admin/videos/${id}/`);

const publishHundred: Task = {
  title: "publish a hundred videos",
  prepare: async (business, device) => {
    const name = `百本の講座 ${device}`;
    const rows = Array.from({ length: 100 }, (_, n) => `${name} 第${n + 1}回,hundred-${device}-${n + 1},副業`);
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.open("動画管理");
        await operator.press(operator.main.getByRole("link", { name: "動画の一括登録" }));
        const text = `title,video_id,tags\n${rows.join("\n")}\n`;
        await operator.pick(operator.main.getByLabel("CSVファイル"), { name: "videos.csv", text });
        await operator.press(operator.main.getByRole("button", { name: "アップロード", exact: true }));
        await operator.main.getByText("100件の動画を登録しました。").waitFor();
      },
      verify: async () => {
        const member = await business.logInDemo("yearly");
        const path = `/api/videos/search/?q=${encodeURIComponent(name)}`;
        const { count } = await business.call<{ count: number }>("GET", path, { token: member.token.access });
        mustBe("videos that a member finds", count, 100);
      },
    };
    return [step];
  },
};

const publishByPaste: Task = {
  title: "publish one by paste",
  prepare: async (business, device) => {
    const name = `貼り付けた動画 ${device}`;
    const youtubeId = device === "desktop" ? "pasted-on-1" : "pasted-on-2";
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.open("動画管理");
        await operator.press(operator.main.getByText("動画を登録する", { exact: true }));
        await operator.type(operator.main.getByLabel("タイトル", { exact: true }), name);
        const address = `https://www.youtube.com/watch?v=${youtubeId}&t=10s`;
        await operator.type(operator.main.getByLabel("動画ID", { exact: true }), address);
        await operator.type(operator.main.getByLabel("概要文（任意）"), "0:00 はじめに\n1:30 見出しの型");
        await operator.press(operator.main.getByRole("button", { name: "登録する", exact: true }));
        await operator.main.getByRole("rowheader", { name }).waitFor();
      },
      verify: async () => {
        const { results } = await business.as<{ results: AdminVideo[] }>(
          "editor",
          "GET",
          `/api/admin/videos/?q=${encodeURIComponent(name)}`,
        );
        const found = results.map(({ video_id, status, chapter_count }) => [video_id, status, chapter_count]);
        mustBe("the video", found, [[youtubeId, "published", 2]]);
      },
    };
    return [step];
  },
};

const chaptersByCsv: Task = {
  title: "chapters by CSV",
  prepare: async (business, device) => {
    const video = await business.makeVideo(`チャプターの要る動画 ${device}`);
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.find(video.title);
        const upload = operator.main.getByRole("form", { name: "CSVで一括登録" });
        const text = "chapter_title,description,time\nはじめに,,0:00\n本題,二つ目,15:45\n";
        await operator.pick(upload.getByLabel("CSVファイル"), { name: "chapters.csv", text });
        await operator.press(upload.getByRole("button", { name: "アップロード", exact: true }));
        await upload.getByText("2件のチャプターを登録しました。").waitFor();
      },
      verify: async () => {
        const path = `/api/admin/videos/${video.id}/chapters-info/`;
        const chapters = await business.as<AdminChapter[]>("editor", "GET", path);
        mustBe(
          "chapters",
          chapters.map(({ title, time_seconds }) => [title, time_seconds]),
          [
            ["はじめに", 0],
            ["本題", 945],
          ],
        );
      },
    };
    return [step];
  },
};

const correctDescriptions: Task = {
  title: "correct descriptions",
  prepare: async (business, device) => {
    const video = await business.makeVideo(`誤字のある動画 ${device}`);
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.open("概要文管理");
        await operator.press(operator.main.getByRole("button", { name: video.title }));
        await operator.type(operator.main.getByLabel("概要文", { exact: true }), "誤字を直した概要文");
        await operator.press(operator.main.getByRole("button", { name: "更新", exact: true }));
        await operator.main.getByText("概要文を更新しました。").waitFor();
      },
      verify: async () => mustBe("description", (await read(business, video)).description, "誤字を直した概要文"),
    };
    return [step];
  },
};

const setPastDate: Task = {
  title: "set a past publication date",
  prepare: async (business, device) => {
    const video = await business.makeVideo(`昔の講座 ${device}`);
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.find(video.title);
        const form = operator.region("基本情報");
        await operator.choose(form.getByLabel("公開", { exact: true }), "日時を指定して公開する");
        await operator.type(form.getByLabel("公開日時（日本時間）"), "2024-04-01T10:00");
        await operator.press(operator.main.getByRole("button", { name: "保存", exact: true }));
        await operator.main.getByText("保存しました。", { exact: true }).waitFor();
      },
      verify: async () => {
        const { status, published_at } = await read(business, video);
        mustBe("publication", [status, published_at], ["published", "2024-04-01T01:00:00.000Z"]);
      },
    };
    return [step];
  },
};

const replaceHost: Task = {
  title: "replace a video's host",
  prepare: async (business, device) => {
    const video = await business.makeVideo(`引っ越す動画 ${device}`);
    const number = device === "desktop" ? "123456701" : "123456702";
    const step: Step = {
      role: "editor",
      perform: async (operator) => {
        await operator.find(video.title);
        const form = operator.region("基本情報");
        await operator.type(form.getByLabel("動画ID", { exact: true }), `https://vimeo.com/${number}`);
        await operator.press(operator.main.getByRole("button", { name: "保存", exact: true }));
        await operator.main.getByText("保存しました。", { exact: true }).waitFor();
      },
      verify: async () => {
        const { host, video_id } = await read(business, video);
        mustBe("host", [host, video_id], ["vimeo", number]);
      },
    };
    return [step];
  },
};

export const VIDEO_TASKS = {
  publishHundred,
  publishByPaste,
  chaptersByCsv,
  correctDescriptions,
  setPastDate,
  replaceHost,
};
