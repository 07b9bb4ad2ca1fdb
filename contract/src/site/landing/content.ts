import * as z from "zod/mini";
import { acrossFields } from "../../across-fields.ts";
import { call } from "../../route.ts";
import { documentCalls } from "../documents.ts";
import { area, group, line, link, list, picture, schemaOf, video, type ValueOf } from "../form-nodes.ts";

const period = line("見出しの上の札", 12);
const heading = line("見出し", 60);
const optional = (label: string, max: number, hint?: string) =>
  line(label, max, { optional: true, ...(hint !== undefined && { hint }) });
const ALT_HINT = "画面を読み上げで使う方に伝わる説明です。画像があるときは必要です。";
const lead = area("リード文", 300, { optional: true });
/** Each stands beside a screenshot of the product. */
const features = list("機能", 2, 2, group("機能", { title: line("機能の見出し", 40), text: area("機能の説明", 160) }));
const note = area("画面についての注記", 200);

/** Every text of a landing page. Texts inside drawings belong to the drawings. */
export const LANDING_FIELDS = {
  search: group("検索結果と共有", {
    title: line("ページのタイトル", 60),
    description: area("ページの説明", 200, { hint: "検索結果や、共有されたときに表示される文です。" }),
  }),
  action: group("ボタン", { label: line("ボタンの文字", 24), note: area("ボタンの下の一言", 200, { optional: true }) }),
  hero: group("最初の画面", {
    audience: line("だれのためのページか", 40),
    heading,
    lead,
    picture: picture(
      "絵の代わりの画像",
      "hero_picture",
      "800×600ピクセルに切り抜きます。画像がない間は、絵を表示します。",
    ),
    alt: optional("絵の代わりの画像の説明", 120, ALT_HINT),
    facts: list("特長", 3, 3, group("特長", { value: line("大きな文字", 10), label: line("小さな文字", 16) })),
  }),
  about: group("教科", {
    period,
    heading,
    lead,
    subjects: list(
      "教科",
      1,
      4,
      group("教科", { title: line("教科の名前", 24), promise: area("できるようになること", 160) }),
    ),
  }),
  story: group("まんが", { period, heading, lead, note: area("まんがの下の注記", 200) }),
  contents: group("検索とメモ", { period, heading, lead, features, note }),
  open_lessons: group("無料公開の動画", { period: optional("見出しの上の札", 12), heading, lead }),
  videos: group("実際の動画", {
    period,
    heading,
    lead,
    chosen: list(
      "動画",
      0,
      6,
      video("動画", "動画のページのURLか、番号。動画を一つも選ばない間は、新しい順に6本です。"),
    ),
  }),
  achievements: group("学びの記録", { period, heading, lead, features, note }),
  teacher: group("先生", {
    period: optional("見出しの上の札", 12),
    heading: optional("見出し", 60),
    name: optional("先生の名前", 40, "名前を入力すると、ページに先生を表示します。"),
    title: optional("肩書き", 60),
    picture: picture("先生の写真", "teacher_picture", "400×400ピクセルに切り抜きます。"),
    alt: optional("先生の写真の説明", 120, ALT_HINT),
    text: area("先生の紹介", 800, { optional: true }),
    works: list("仕事", 0, 6, group("仕事", { title: line("仕事の名前", 60), href: link("リンク先") })),
  }),
  pricing: group("料金", {
    period,
    heading,
    lead,
    monthly: area("月額プランの説明", 200),
    yearly: area("年額プランの説明", 200),
    saving: line("年額プランの札", 16, { optional: true }),
    trial: area("無料体験の説明", 300),
    included_heading: line("含まれるものの見出し", 40),
    included: list("含まれるもの", 1, 10, line("含まれるもの", 40)),
    notes_heading: line("注記の見出し", 40),
    notes: list("料金の注記", 1, 10, area("料金の注記", 400)),
  }),
  closing: group("終わりの手紙", { period, heading, paragraphs: list("段落", 1, 8, area("段落", 400)) }),
  faq: group("よくある質問", {
    period,
    heading,
    questions: list(
      "質問",
      1,
      30,
      group("質問", {
        question: line("質問", 80),
        answer: area("答え", 600),
        href: link("リンク先"),
        label: line("リンクの文字", 40, { optional: true, hint: "リンク先と両方を入力すると、答えの下に表示します。" }),
      }),
    ),
  }),
  farewell: group("最後の一言", { heading }),
};

/** Between the first screen and the last button, as they stand today. */
export const SECTION_NAMES = [
  "about",
  "story",
  "contents",
  "open_lessons",
  "videos",
  "achievements",
  "teacher",
  "pricing",
  "closing",
  "faq",
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

export interface PlacedSection {
  name: SectionName;
  shown: boolean;
}

const Sections = z
  .array(
    z.object({
      name: z.enum(SECTION_NAMES, { error: "この部分はありません。" }),
      shown: z.boolean({ error: "表示するかどうかを選択してください。" }),
    }),
  )
  .check(
    z.refine((sections) => new Set(sections.map(({ name }) => name)).size === sections.length, {
      error: "同じ部分が二つあります。",
    }),
    z.refine((sections) => sections.some(({ name, shown }) => name === "pricing" && shown), {
      error: "料金は、表示してください。お申し込みの前に必要な説明があるためです。",
    }),
    z.meta({ examples: [[{ name: "pricing", shown: true }]] }),
  );

type Texts = { [Name in keyof typeof LANDING_FIELDS]: ValueOf<(typeof LANDING_FIELDS)[Name]> };
export type LandingContent = Texts & { sections: PlacedSection[] };

const names = Object.keys(LANDING_FIELDS) as (keyof Texts)[];
const texts = Object.fromEntries(names.map((name) => [name, schemaOf(LANDING_FIELDS[name])])) as {
  [Name in keyof Texts]: z.ZodMiniType<Texts[Name]>;
};

const describesPicture = () =>
  acrossFields<{ picture: string; alt: string }>(({ picture, alt }) => picture === "" || alt !== "", {
    path: "alt",
    error: "画像の説明を入力してください。",
  });

export const LANDING_SCHEMAS = {
  ...texts,
  hero: texts.hero.check(describesPicture()),
  teacher: texts.teacher.check(describesPicture()),
  sections: Sections,
};
export const LandingContent: z.ZodMiniType<LandingContent> = z.object(LANDING_SCHEMAS);

/** A section that a stored order does not know yet follows the one before it in the default order. */
export function allSections(stored: readonly PlacedSection[]): PlacedSection[] {
  const sections = [...stored];
  for (const [index, name] of SECTION_NAMES.entries()) {
    if (sections.some((section) => section.name === name)) continue;
    const before = sections.findIndex((section) => section.name === SECTION_NAMES[index - 1]);
    sections.splice(before + 1, 0, { name, shown: true });
  }
  return sections;
}

/** The ids of the pictures in a content. */
export const picturesIn = ({ hero, teacher }: LandingContent) =>
  [hero.picture, teacher.picture].filter((id) => id !== "");

/** The address of a picture in a published page. */
export const pictureAddress = (id: string) => `/pictures/${id}.webp`;

export const landingA = documentCalls("the landing page for engineers", LandingContent);
export const landingB = documentCalls("the landing page for would-be freelancers", LandingContent);

const Variant = z.enum(["a", "b"]);
/** A addresses engineers and leads to /signup; B addresses would-be freelancers and leads to /trial. */
export type LandingVariant = z.infer<typeof Variant>;

/** The page as it would be, without storing it. */
export const landingPreview = {
  render: call("Render a landing page from unsaved content", {
    params: z.object({ variant: Variant }),
    body: z.object({ content: LandingContent }),
    response: { 200: z.object({ html: z.string() }) },
  }),
};
