import { atBothSizes, currentTime, logIn, logOut, main, NAME, PASSWORD, PROVIDER, type Step, VIDEO } from "./step.ts";
import { appears, eventually, isAt, type Tab, type Target, until } from "./tab.ts";

/** A film in several qualities. */
const FILM = "地域のお客様に見つけてもらう、Googleビジネスプロフィールの整え方";
const COURSE = "はじめの一週間で見る7本";
const ANSWER = "相手の困りごとから決めるからです。";
/** Nobody's: messages to it are off, so that nothing calls it. */
const RECEIVER = "https://1.2.3.4:8443/hooks/manabiya";

const questionAt = (width: number) => `なぜ値段が先なのですか？（${width}px）`;
const inForm = (rest: string, name?: string): Target => ({
  css: `main form[aria-label="質問する"] ${rest}`,
  ...(name !== undefined && { name }),
});
const tabOfQuestions = main("質問", "main [aria-label=表示する内容] button");

export const QUESTION_STEPS: readonly Step[] = [
  [
    "asks questions at a second",
    async (journey) => {
      const { tab } = journey;
      await atBothSizes(journey, "question", async (width) => {
        if (!(await tab.has(main("この場面について質問する")))) await tab.click(tabOfQuestions);
        await tab.click(main("この場面について質問する"));
        await tab.type(inForm("textarea"), questionAt(width));
        await tab.click(inForm("button", "送信"));
        await appears(tab, main(questionAt(width), "main li"));
      });
    },
  ],
];

export const FILM_STEPS: readonly Step[] = [
  [
    "plays a film in several qualities, seeks, and changes the quality",
    async (journey) => {
      const { tab, site } = journey;
      await tab.open(`${site}/search?q=${encodeURIComponent("Googleビジネスプロフィール")}`);
      await tab.click(main(FILM, "main article a"));
      await atBothSizes(journey, "film", async (width) => {
        const begun = await currentTime(tab);
        await eventually(tab, "the film", async () => (await currentTime(tab)) > begun + 0.3);
        const second = width === 360 ? 30 : 10;
        await tab.evaluate((to) => {
          const video = document.querySelector("video");
          if (video) video.currentTime = to;
        }, second);
        await eventually(tab, "playing from there", async () => {
          const now = await currentTime(tab);
          return now > second + 0.3 && now < second + 15;
        });
        const height = width === 360 ? 240 : 480;
        await tab.evaluate((chosen) => {
          const select = document.querySelector<HTMLSelectElement>("select[aria-label=画質]");
          if (!select) throw new Error("no choice of qualities");
          select.value = String(chosen);
          select.dispatchEvent(new Event("change", { bubbles: true }));
        }, height);
        await until(tab, `${height} lines`, (lines) => document.querySelector("video")?.videoHeight === lines, height);
      });
    },
  ],
];

export const CLASSROOM_STEPS: readonly Step[] = [
  [
    "answers the questions as staff",
    async (journey) => {
      const { tab, site } = journey;
      await tab.open(`${site}/admin/questions`);
      await atBothSizes(journey, "queue", async (width) => {
        const text = questionAt(width);
        await appears(tab, main(text, "main li"));
        await tab.evaluate((asked) => {
          const found = [...document.querySelectorAll("main li")].find((each) => each.textContent.includes(asked));
          if (found) found.id = "asked";
        }, text);
        if (await tab.has({ css: "#asked button", name: "開く" }))
          await tab.click({ css: "#asked button", name: "開く" });
        await tab.type({ css: "#asked textarea" }, ANSWER);
        await tab.click({ css: "#asked button", name: "回答する" });
        await eventually(tab, "an empty place", async () => !(await tab.has(main(text, "main li"))));
      });
      await logOut(journey);
    },
  ],
  [
    "reads the answers",
    async (journey) => {
      const { tab, email } = journey;
      await logIn(journey, email, PASSWORD);
      await tab.click(main(VIDEO, "main article a"));
      await atBothSizes(journey, "answer", async (width) => {
        if (!(await tab.has(main(questionAt(width), "main li")))) await tab.click(tabOfQuestions);
        await appears(tab, main(ANSWER, "main li"));
      });
    },
  ],
  [
    "finishes a course and opens its certificate",
    async (journey) => {
      const { tab, site } = journey;
      await tab.open(`${site}/playlists`);
      await tab.click(main(COURSE, "main a"));
      const open = { css: 'main button[aria-label$="」を完了にする"][aria-pressed=false]' };
      await appears(tab, open);
      for (let left = await count(tab, open); left > 0; left--) {
        await tab.click(open);
        await eventually(tab, "the mark", async () => (await count(tab, open)) < left);
      }
      await tab.click(main("修了証を受け取る", "main a"));
      await tab.type(main("修了証のお名前", "main input"), NAME);
      await tab.click(main("修了証を発行"));
      await tab.click(main("修了証を開く", "main a"));
      await atBothSizes(journey, "certificate", () => appears(tab, main(`${NAME} 様`, "main *")));
    },
  ],
  [
    "signs up by a provider and logs in by it again",
    async (journey) => {
      const { tab, site } = journey;
      await tab.open(`${site}/`);
      await logOut(journey);
      await atBothSizes(journey, "provider", async (width) => {
        if (width === 360) {
          await tab.open(`${site}/trial`);
          await tab.click(main(`${PROVIDER}で登録`));
          await tab.click({ css: "a", name: tab.engine });
          await appears(tab, main("はじめてのご利用です", "main *"));
          await tab.click({ css: "main input[type=checkbox]" });
          await tab.click(main("無料体験を始める"));
        } else {
          await logOut(journey);
          // The provider still knows who is there.
          await tab.click(main(`${PROVIDER}でログイン`));
        }
        await isAt(tab, "/");
        await appears(tab, main("新着動画", "main h2"));
      });
      await logOut(journey);
    },
  ],
  [
    "connects a tool and removes it",
    async (journey) => {
      const { tab, site } = journey;
      await logIn(journey, "superuser@example.com");
      await tab.open(`${site}/admin/tools`);
      await atBothSizes(journey, "tools", async () => {
        await tab.click(main("送信先を追加"));
        await tab.type({ css: "dialog input", name: "URL" }, RECEIVER);
        await tab.click({ css: "dialog input", name: "会員登録" });
        await tab.click({ css: "dialog input", name: "通知をオンにする" });
        await tab.click({ css: "dialog button", name: "保存する" });
        await tab.click({ css: "dialog button", name: "閉じる" });
        await appears(tab, main("1.2.3.4", "main *"));
        await tab.click(main("削除"));
        await tab.click({ css: "dialog button", name: "削除する" });
        await appears(tab, main("送信先はありません", "main *"));
      });
    },
  ],
];

const count = (tab: Tab, { css }: Target) =>
  tab.evaluate((selector) => document.querySelectorAll(selector).length, css);
