import type { FieldText } from "../../../forms/fields.tsx";
import { taxWords } from "../../../billing/plans/tax-words.ts";
import { CommerceBody, type LegalScreen, PrivacyBody, TermsBody } from "@manabiya/contract/legal/admin-legal.ts";
import {
  ANNOUNCEMENT_DAYS,
  LEGAL_LABELS,
  LEGAL_MAX,
  type LegalPage,
  type Transmission,
} from "@manabiya/contract/legal/forms.ts";

/** The fields as inputs hold them, those of the publication among them. */
export type LegalValues = Record<string, string | Transmission[]>;

/** One version of any page. */
export interface LegalVersion {
  revision: number;
  effective_on: string;
  announcement: "minor" | "members";
  summary: string;
  form: object;
}

type LegalName = keyof typeof LEGAL_LABELS;

export interface LegalField extends FieldText {
  name: LegalName;
}

const field = (name: LegalName, text: Omit<FieldText, "label"> = {}): LegalField => ({
  name,
  label: LEGAL_LABELS[name],
  ...text,
});
const line = (name: LegalName, hint?: string) =>
  field(name, { hint, maxLength: name.includes("address") ? LEGAL_MAX.address : LEGAL_MAX.line });
const area = (name: LegalName, hint?: string) => field(name, { hint, rows: 4, maxLength: LEGAL_MAX.paragraph });
const extra = (hint: string) => field("extra", { hint, rows: 6, maxLength: LEGAL_MAX.extra });
const EXTRA = "空欄のままでも公開できます。";

export const LEGAL_FIELDS: Record<LegalPage, readonly LegalField[]> = {
  commerce: [
    line("seller", "法人は登記した名称、個人事業主は戸籍上の氏名または登記した商号を入力してください。"),
    line("manager", "代表者、または通信販売の業務の責任者の氏名です。"),
    field("disclosure", {
      options: {
        shown: "どちらも表示する",
        phone_on_request: "電話番号は、請求があれば遅滞なく開示する",
        both_on_request: "どちらも、請求があれば遅滞なく開示する",
      },
    }),
    line("address", "番地まで、省略せずに入力してください。"),
    line("phone", "確実に連絡がとれる番号を入力してください。"),
    line("hours"),
    line("email"),
    area("price", taxWords("{月額プランの料金}と{年額プランの料金}には、現在の料金（税込）が入ります。")),
    area("other_costs", "通信料など、料金のほかにかかる費用です。"),
    area("payment"),
    area("delivery"),
    area("renewal", "自動で更新されること、中途解約の方法と条件を書いてください。"),
    area("returns", "返品・返金の可否と条件を、はっきり書いてください。"),
    area("environment"),
    area("conditions", EXTRA),
  ],
  terms: [
    line("operator", "{事業者名}に入ります。"),
    line("court", "{管轄裁判所}に入ります。"),
    field("body", {
      rows: 24,
      maxLength: LEGAL_MAX.terms,
      hint: "「第1条（適用）」のような行が見出しになります。{サイト名}、{月額プランの料金}なども使えます。",
    }),
    extra(`本文の後に続きます。${EXTRA}`),
  ],
  privacy: [
    line("operator"),
    line("operator_address"),
    line("representative", "法人の場合に入力してください。"),
    area("collected"),
    area("purposes"),
    area("third_parties"),
    area("processors", "委託先が外国にある場合は、国名も書いてください。"),
    area("security"),
    area("desk", "窓口、手続き、手数料を書いてください。"),
    field("transmissions"),
    extra(EXTRA),
  ],
};

/** How a version is published. */
export const PUBLICATION = {
  effective_on: { label: LEGAL_LABELS.effective_on, type: "date" },
  announcement: {
    label: LEGAL_LABELS.announcement,
    options: {
      minor: "軽微な修正（知らせない）",
      members: `会員に知らせる（お知らせとメール、施行日の${ANNOUNCEMENT_DAYS}日以上前）`,
    },
  },
  summary: { label: LEGAL_LABELS.summary, hint: "会員へのお知らせとメール、ページの案内に表示します。", rows: 3 },
} satisfies Record<string, FieldText>;

export const SCHEMAS = { commerce: CommerceBody, terms: TermsBody, privacy: PrivacyBody };

/** The version that the form starts from; 0: nothing was published. */
export function startOf(screen: LegalScreen, page: LegalPage): LegalVersion {
  const { latest, draft, coming } = screen[page];
  const effective_on = coming === null || latest === null ? screen.today : latest.effective_on;
  const { revision, form } = latest ?? { revision: 0, form: draft };
  return { revision, form, effective_on, announcement: "minor", summary: "" };
}

/** In the order of the screen, so that equal versions have equal texts. */
export function valuesOf(page: LegalPage, version: LegalVersion): LegalValues {
  const form = version.form as LegalValues;
  const fields = LEGAL_FIELDS[page].map(({ name }) => [name, form[name] ?? ""]);
  if (page === "commerce") return Object.fromEntries(fields) as LegalValues;
  const { effective_on, announcement, summary } = version;
  return { ...Object.fromEntries(fields), effective_on, announcement, summary } as LegalValues;
}
