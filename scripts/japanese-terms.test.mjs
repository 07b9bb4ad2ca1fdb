import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The sentences of the product specification, which stay as they are. */
const QUOTES = [
  "この動画を視聴するにはプレミアム会員への登録が必要です。",
  "バリデーションエラー: 入力内容を確認してください。",
  "認証エラー: ログインが必要です。",
  "権限エラー: アクセス権限がありません。",
  "サインアップに失敗しました。もう一度お試しください。",
  "キャンセルに失敗しました",
  "ポータルURLの取得に失敗しました。",
  "プロファイル情報の取得に失敗しました。",
  "お知らせの取得に失敗しました。",
  "動画データの取得に失敗しました。",
  "データの取得に失敗しました",
];

/** Files with texts that visitors, members, staff or readers of an email see. */
const SOURCES = globSync(
  [
    "{web,contract,server}/src/**/*.{ts,tsx,json,svg,css,html}",
    "{web/public,deploy}/**",
    "web/*.html",
    "QUICKSTART.md",
    "demo/**/*.{ts,json}",
    "stripe-sandbox/src/{engine,pages}/**/*.ts",
  ],
  { cwd: root, exclude: (path) => /(^|\/)(node_modules|lessons|readings)$|\.test\.tsx?$/.test(path) },
).filter((file) => statSync(`${root}${file}`).isFile() && /[ぁ-ヺ]/.test(readFileSync(`${root}${file}`, "utf8")));

/** Landing pages and films speak to one person. */
const PERSONAL = /^(contract\/src\/site\/landing|demo\/content)\//;

/** Rows of the table "Japanese terms": the terms to write and those that never appear. */
const [, ...rows] = /## Japanese terms\n[^]*?\n\| ---[^\n]*((?:\n\|[^\n]*)+)/
  .exec(readFileSync(`${root}CONTRIBUTING.md`, "utf8"))[1]
  .split("\n");
const columns = rows.map((row) => row.split("|").map((cell) => cell.trim()));
const cells = (index) => columns.flatMap((row) => row[index].split("、")).filter((term) => term !== "");
const terms = { write: cells(2), never: cells(3) };

/** A half-width colon after a Japanese character. */
const HALF_COLON = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー）」]: ?/gu;

/** A spaced half-width slash or plus beside a Japanese character, such as "1,650円 / 月", also before a value. */
const SPACED_SIGN =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー）」] [/+] | [/+] [\p{Script=Han}]|(?:yen|formatYen)\([^{}]*\)\} [/+] /gu;

/** Full-width letters and digits. Patterns for typed text have ０-９. */
const FULL_WIDTH = /[Ａ-Ｚａ-ｚ１-８]+/gu;

/** "3／7件", which readers take for a fraction: 7件中3件. */
const FRACTION = /\}[/／]\$?\{[^}]*\}[件本人]/gu;

/** Days that are others when a mail or a notice is read. 今日の学習 is a screen's name. */
const RELATIVE_DAYS = /今日(?!の学習|使える)|本日|昨日|明日|今週|先週|来週|今月|先月|来月|次の.曜日/gu;

/** Comments at the beginning of a line are for programmers. A line of text between tags gets quotes, as labels have. */
function textsOf(source) {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "").replace(/^\s+([^\s"'`{}<>;]+)$/gm, '"$1"');
}

/** @returns {string[]} the forbidden spellings in a text, each with the text around it */
function forbiddenIn(source) {
  const allowed = [...QUOTES, ...terms.write].toSorted((a, b) => b.length - a.length);
  const rest = allowed.reduce((left, term) => left.replaceAll(term, " "), textsOf(source));
  const found = terms.never.flatMap((term) => contextsOf(rest, term));
  const signs = [HALF_COLON, SPACED_SIGN, FULL_WIDTH, FRACTION].flatMap((pattern) => contextsOf(rest, pattern));
  return [...found, ...signs];
}

/** @returns {string[]} every occurrence with the text after it */
function contextsOf(text, pattern) {
  const global = pattern instanceof RegExp ? pattern : new RegExp(RegExp.escape(pattern), "g");
  return [...text.matchAll(global)].map(({ index }) => text.slice(index, index + 30));
}

test("the table of Japanese terms has a spelling to write in every row", () => {
  expect(columns.length).toBeGreaterThanOrEqual(15);
  expect(columns.filter((row) => row[2] === "" || row[3] === "")).toEqual([]);
  expect(SOURCES.length).toBeGreaterThan(500);
});

test("no Japanese text uses a spelling that the table forbids", () => {
  const found = SOURCES.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, "utf8");
    const common = PERSONAL.test(file) ? text.replaceAll("あなた", " ") : text;
    return forbiddenIn(common).map((spelling) => `${file}: ${spelling}`);
  });
  expect(found).toEqual([]);
});

test("mails about an account say who acted, unless a stranger may have", () => {
  const mails = SOURCES.filter((file) =>
    /^server\/src\/(mail\/.*|billing\/emails\/.*|accounts\/.*mail.*)\.ts$/.test(file),
  );
  expect(mails.length).toBeGreaterThan(5);
  const passive = mails.flatMap(
    (file) => readFileSync(`${root}${file}`, "utf8").match(/[^"`、。]*[さら]れました/g) ?? [],
  );
  expect(new Set(passive)).toEqual(new Set(["誤った確認コードが何度も入力されました"]));
});

test("mails and notices name no day by the day on which they were sent", () => {
  const later =
    /^server\/src\/(mail\/|mailings\/|billing\/emails\/|staff\/dashboard\/owner-mails|staff\/site\/legal\/publish\.ts)|^demo\/content\/notices/;
  const files = SOURCES.filter((file) => later.test(file));
  expect(files.length).toBeGreaterThan(8);
  const texts = files.map((file) => textsOf(readFileSync(`${root}${file}`, "utf8")).replace("今日以降の日付を", ""));
  expect(texts.flatMap((text) => contextsOf(text, RELATIVE_DAYS))).toEqual([]);
  expect(contextsOf("昨日の数。今月は9本", RELATIVE_DAYS)).toEqual(["昨日の数。今月は9本", "今月は9本"]);
});

test("every excepted quote of the specification is used", () => {
  const texts = SOURCES.map((file) => readFileSync(`${root}${file}`, "utf8")).join("\n");
  expect(QUOTES.filter((quote) => !texts.includes(quote))).toEqual([]);
});

test.each([
  ['"ほかの端末をログアウトさせますか？"', ["ログアウトさせますか？", "をログアウト"]],
  ["ブラウザの設定", ["ブラウザ"]],
  ["プレミアム会員限定です", ["プレミアム", "会員限定"]],
  ["<Button>\n  やめる\n</Button>", ['"やめる"']],
  ["料金: 1,650円", ["金: 1,650円"]],
  ["プレイリストのアドレスを、ノートに", ["アドレスを", "ノートに"]],
  ["画像のURLと受付のアドレス", ["アドレス"]],
  ["（領収書、新しいタブ）", ["新しいタブ）"]],
  ["第3章をあとで見る", ["章を", "あとで見る"]],
  ["氏名が変更されました", ["が変更されました"]],
  ["平日9時～18時", ["～18時"]],
  ["{yen(price)} / {unit}", ["yen(price)} / "]],
  ["税込 / 年", ["込 / 年"]],
  ["本体1円 + 消費税", ["円 + 消費税"]],
  ["生成ＡＩで7つ", ["ＡＩで"]],
  ["`${at + 1}／${count}件`", ["}／${count}件"]],
])("%s is refused", (text, spellings) => {
  const found = forbiddenIn(text);
  for (const spelling of spellings) expect(found).toContainEqual(expect.stringContaining(spelling));
});

test("an approved spelling and a quote are accepted", () => {
  expect(
    forbiddenIn("ブラウザーで検索キーワードを入力し、この動画を視聴するにはプレミアム会員への登録が必要です。"),
  ).toEqual([]);
});
