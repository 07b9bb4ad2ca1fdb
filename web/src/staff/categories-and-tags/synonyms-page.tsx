import { contract } from "@manabiya/contract";
import { type AdminSynonyms, SYNONYMS_MAX, SynonymsBody } from "@manabiya/contract/staff/search-words/synonyms.ts";
import { call, query } from "../../api/calls.ts";
import { messagesOf } from "../../forms/use-record-form.ts";
import { byName } from "../../catalogue/categories/nest-categories.ts";
import type { RecordKind } from "./record-editor.tsx";
import { NamedRecordsPage } from "./named-records.tsx";

const SYNONYMS: RecordKind<AdminSynonyms, { name: string }> = {
  noun: "同義語",
  name: {
    label: "同じ意味の言葉",
    hint: "「、」で区切ります。どれか1つで検索すると、ほかの言葉を含む動画も見つかります。",
    required: true,
    maxLength: SYNONYMS_MAX,
  },
  list: query(contract.adminSynonyms.list),
  sort: (groups) => groups.toSorted(byName),
  valuesOf: (group) => ({ name: group?.name ?? "" }),
  check: (values) => messagesOf(SynonymsBody.safeParse(values)),
  create: (body) => call(contract.adminSynonyms.create, { body }),
  update: (id, values, revision) =>
    call(contract.adminSynonyms.update, { params: { id }, body: { ...values, revision } }),
  remove: (id, revision) => call(contract.adminSynonyms.remove, { params: { id }, querystring: { revision } }),
  deletionNote: () => "検索では、それぞれの言葉を含む動画だけが見つかるようになります。",
};

export default function AdminSynonymsPage() {
  return <NamedRecordsPage kind={SYNONYMS} />;
}
