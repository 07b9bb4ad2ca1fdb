import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { day, Email, text } from "../text.ts";

export const LEGAL_PAGES = ["commerce", "terms", "privacy"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Characters. A whole form stays below the server's limit of a body. */
export const LEGAL_MAX = { line: 100, address: 200, paragraph: 1000, summary: 500, extra: 3000, terms: 15_000 };
export const TRANSMISSIONS_MAX = 12;
/** Characters of the information and of the purpose. */
export const TRANSMISSION_TEXT_MAX = 300;

/** Days between the announcement of a change to members and its first day (民法548条の4). */
export const ANNOUNCEMENT_DAYS = 14;

/** Field names, as the screen and the messages say them. */
export const LEGAL_LABELS = {
  seller: "販売事業者",
  manager: "運営統括責任者",
  disclosure: "所在地と電話番号の表示",
  address: "所在地",
  phone: "電話番号",
  hours: "電話の受付時間",
  email: "メールアドレス",
  price: "販売価格",
  other_costs: "商品代金以外の必要料金",
  payment: "支払方法・支払時期",
  delivery: "サービスの提供時期",
  renewal: "契約期間・自動更新・解約",
  returns: "返品・返金",
  environment: "動作環境",
  conditions: "申し込みの期限・特別な販売条件",
  operator: "事業者名",
  operator_address: "事業者の住所",
  representative: "代表者の氏名",
  court: "管轄裁判所",
  body: "規約の本文",
  extra: "追加の条項",
  collected: "取得する情報",
  purposes: "利用目的",
  third_parties: "第三者への提供",
  processors: "業務の委託と外国での取り扱い",
  security: "安全管理のための措置",
  desk: "開示等の請求とお問い合わせの窓口",
  transmissions: "外部送信",
  effective_on: "施行日",
  announcement: "会員へのお知らせ",
  summary: "変更の概要",
} as const;

const line = (name: keyof typeof LEGAL_LABELS) => text(LEGAL_LABELS[name], { max: LEGAL_MAX.line });
/** Words of the drafts that stand for what only the operator knows. */
export const TO_FILL_IN = "記入してください";

const paragraph = (name: keyof typeof LEGAL_LABELS) =>
  text(LEGAL_LABELS[name], { max: LEGAL_MAX.paragraph }).check(
    z.refine((value) => !value.includes(TO_FILL_IN), {
      error: `${LEGAL_LABELS[name]}の「${TO_FILL_IN}」の部分を書き換えてください。`,
    }),
  );
const optional = (name: keyof typeof LEGAL_LABELS, max: number) => text(LEGAL_LABELS[name], { min: 0, max });

/** The law lets an advertisement leave these out, if it says that they are told without delay on request. */
export const Disclosure = z.enum(["shown", "phone_on_request", "both_on_request"], {
  error: "所在地と電話番号の表示方法を選択してください。",
});
export type Disclosure = z.infer<typeof Disclosure>;

export const COMMERCE_SHAPE = {
  seller: line("seller"),
  manager: line("manager"),
  disclosure: Disclosure,
  address: optional("address", LEGAL_MAX.address),
  phone: optional("phone", LEGAL_MAX.line),
  hours: optional("hours", LEGAL_MAX.line),
  email: Email,
  price: paragraph("price"),
  other_costs: paragraph("other_costs"),
  payment: paragraph("payment"),
  delivery: paragraph("delivery"),
  renewal: paragraph("renewal"),
  returns: paragraph("returns"),
  environment: paragraph("environment"),
  conditions: optional("conditions", LEGAL_MAX.paragraph),
};

const isFilled = (value: unknown) => typeof value !== "string" || value.trim() !== "";

export const addressGiven = acrossFields<z.infer<typeof CommerceFields>>(
  ({ disclosure, address }) => disclosure === "both_on_request" || isFilled(address),
  { path: "address", error: "所在地を入力してください。" },
);
export const phoneGiven = acrossFields<z.infer<typeof CommerceFields>>(
  ({ disclosure, phone }) => disclosure !== "shown" || isFilled(phone),
  { path: "phone", error: "電話番号を入力してください。" },
);

const CommerceFields = z.object(COMMERCE_SHAPE);
export type CommerceForm = z.infer<typeof CommerceFields>;

export const TERMS_SHAPE = {
  operator: line("operator"),
  court: line("court"),
  body: text(LEGAL_LABELS.body, { max: LEGAL_MAX.terms }),
  extra: optional("extra", LEGAL_MAX.extra),
};
export type TermsForm = z.infer<z.ZodMiniObject<typeof TERMS_SHAPE>>;

/** Information that a visitor's device sends to others (電気通信事業法27条の12). */
export const Transmission = z.object({
  recipient: text("送信先", { max: LEGAL_MAX.address }),
  information: text("送信される情報", { max: TRANSMISSION_TEXT_MAX }),
  purpose: text("外部送信の利用目的", { max: TRANSMISSION_TEXT_MAX }),
});
export type Transmission = z.infer<typeof Transmission>;

export const PRIVACY_SHAPE = {
  operator: line("operator"),
  operator_address: text(LEGAL_LABELS.operator_address, { max: LEGAL_MAX.address }),
  representative: optional("representative", LEGAL_MAX.line),
  collected: paragraph("collected"),
  purposes: paragraph("purposes"),
  third_parties: paragraph("third_parties"),
  processors: paragraph("processors"),
  security: paragraph("security"),
  desk: paragraph("desk"),
  transmissions: z
    .array(Transmission, { error: "外部送信の表が正しくありません。" })
    .check(z.maxLength(TRANSMISSIONS_MAX, { error: `外部送信は${TRANSMISSIONS_MAX}件以内で入力してください。` })),
  extra: optional("extra", LEGAL_MAX.extra),
};
export type PrivacyForm = z.infer<z.ZodMiniObject<typeof PRIVACY_SHAPE>>;

export interface LegalForms {
  commerce: CommerceForm;
  terms: TermsForm;
  privacy: PrivacyForm;
}

/** `members`: the change is announced to them before its first day. */
export const Announcement = z.enum(["minor", "members"], { error: "会員へのお知らせの有無を選択してください。" });

/** How a new version of the terms or of the privacy policy takes effect. */
export const PUBLICATION_SHAPE = {
  effective_on: day("施行日を選択してください。"),
  announcement: Announcement,
  summary: optional("summary", LEGAL_MAX.summary),
};
export type Publication = z.infer<z.ZodMiniObject<typeof PUBLICATION_SHAPE>>;

export const summaryGiven = acrossFields<Publication>(
  ({ announcement, summary }) => announcement !== "members" || isFilled(summary),
  { path: "summary", error: "変更の概要を入力してください。" },
);
