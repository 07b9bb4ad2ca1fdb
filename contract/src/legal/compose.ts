import type { LegalFacts } from "./admin-legal.ts";
import type { CommerceForm, LegalForms, LegalPage, PrivacyForm, TermsForm } from "./forms.ts";
import { LEGAL_LABELS } from "./forms.ts";
import type { DatedVersion } from "./versions.ts";

/** A page as every renderer draws it. All texts are plain; lines end with "\n". */
export interface LegalText {
  title: string;
  lead: string;
  /** `facts`: headings stand beside their text, as in a form. */
  layout: "facts" | "articles";
  sections: LegalSection[];
}

interface LegalSection {
  heading: string;
  text: string;
  /** Records below the text, each as headings with their values. */
  records?: [heading: string, value: string][][];
}

/** A version of a page with what surrounds its text. */
export interface LegalPageProps {
  /** The address of the version that holds. */
  path: string;
  text: LegalText;
  version: DatedVersion;
  /** Relative to the version that holds. */
  state: "in_force" | "coming" | "earlier";
  /** The version that will take its place. */
  coming: (DatedVersion & { summary: string }) | null;
  /** All that hold or held, the newest first. */
  versions: readonly DatedVersion[];
}

export const LEGAL_PATHS: Record<LegalPage, string> = {
  commerce: "/legal/commerce",
  terms: "/legal/terms",
  privacy: "/legal/privacy",
};

export const LEGAL_TITLES: Record<LegalPage, string> = {
  commerce: "特定商取引法に基づく表記",
  terms: "利用規約",
  privacy: "プライバシーポリシー",
};

const ON_REQUEST = "ご請求があれば、遅滞なく開示します。下記のメールアドレスまでご連絡ください。";

/** @returns the page of a form, with the site's values in place of words such as 「{サイト名}」 */
export function composeLegal<Page extends LegalPage>(page: Page, form: LegalForms[Page], facts: LegalFacts): LegalText {
  const text = composers[page](form);
  const values = new Map([
    ["サイト名", facts.site_name],
    ["月額プランの料金", facts.price_monthly],
    ["年額プランの料金", facts.price_yearly],
    ["事業者名", "operator" in form ? form.operator : form.seller],
    ["管轄裁判所", "court" in form ? form.court : ""],
  ]);
  // At once, because a value may contain such a word.
  const fill = (given: string) => given.replace(/\{([^{}]+)\}/g, (found, name: string) => values.get(name) ?? found);
  const sections = text.sections.filter((section) => section.text !== "" || section.records !== undefined);
  return {
    ...text,
    title: LEGAL_TITLES[page],
    lead: fill(text.lead),
    sections: sections.map((section) => ({ ...section, text: fill(section.text) })),
  };
}

type Composed = Omit<LegalText, "title">;

const composers: { [Page in LegalPage]: (form: LegalForms[Page]) => Composed } = {
  commerce: composeCommerce,
  terms: composeTerms,
  privacy: composePrivacy,
};

/** In the order of the page. */
const COMMERCE_FACTS = [
  ...(["seller", "manager", "address", "phone", "email", "price", "other_costs", "payment"] as const),
  ...(["delivery", "renewal", "returns", "environment", "conditions"] as const),
];

function composeCommerce(form: CommerceForm): Composed {
  const phone = form.hours === "" ? form.phone : `${form.phone}（受付時間：${form.hours}）`;
  const values: Partial<Record<keyof CommerceForm, string>> = {
    ...form,
    address: form.disclosure === "both_on_request" ? ON_REQUEST : form.address,
    phone: form.disclosure === "shown" ? phone : ON_REQUEST,
  };
  const sections = COMMERCE_FACTS.map((name) => ({ heading: LEGAL_LABELS[name], text: values[name] ?? "" }));
  return { layout: "facts", lead: "", sections };
}

/** A line such as 「第1条（適用）」 begins an article. */
const ARTICLE = /^第[0-9０-９一二三四五六七八九十]+条.*$/;

function composeTerms({ body, extra }: TermsForm): Composed {
  const sections: LegalSection[] = [];
  const lead: string[] = [];
  for (const line of `${body}\n${extra}`.split("\n")) {
    const last = sections.at(-1);
    if (ARTICLE.test(line.trim())) sections.push({ heading: line.trim(), text: "" });
    else if (last) last.text += `${line}\n`;
    else lead.push(line);
  }
  const trimmed = sections.map(({ heading, text }) => ({ heading, text: text.trim() }));
  return { layout: "articles", lead: lead.join("\n").trim(), sections: trimmed };
}

function composePrivacy(form: PrivacyForm): Composed {
  const person = form.representative === "" ? "" : `\n代表者：${form.representative}`;
  const records = form.transmissions.map(({ recipient, information, purpose }): [string, string][] => [
    ["送信先", recipient],
    ["送信される情報", information],
    ["利用目的", purpose],
  ]);
  const sections: LegalSection[] = [
    { heading: "事業者", text: `${form.operator}\n${form.operator_address}${person}` },
    ...(["collected", "purposes", "third_parties", "processors", "security"] as const).map((name) => ({
      heading: LEGAL_LABELS[name],
      text: form[name],
    })),
    {
      heading: "利用者の端末からの外部送信",
      text:
        records.length === 0
          ? "当サイトは、利用者に関する情報を、利用者の端末から当サイト以外へ送信させる仕組みを使用していません。"
          : "当サイトでは、次のとおり、利用者に関する情報が利用者の端末から外部の事業者へ送信されます。",
      records,
    },
    { heading: LEGAL_LABELS.desk, text: form.desk },
    { heading: "その他", text: form.extra },
  ];
  return {
    layout: "articles",
    lead: "{事業者名}は、{サイト名}（以下「当サイト」といいます。）における個人情報その他の利用者に関する情報を、次のとおり取り扱います。",
    sections,
  };
}
