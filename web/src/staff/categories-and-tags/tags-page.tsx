import { contract } from "@manabiya/contract";
import { type AdminTag, TAG_NAME_MAX, TagBody } from "@manabiya/contract/staff/search-words/tags.ts";
import { call, query } from "../../api/calls.ts";
import { messagesOf } from "../../forms/use-record-form.ts";
import { byName } from "../../catalogue/categories/nest-categories.ts";
import type { RecordKind } from "./record-editor.tsx";
import { NamedRecordsPage } from "./named-records.tsx";

const TAGS: RecordKind<AdminTag, { name: string }> = {
  noun: "タグ",
  name: { label: "タグ名", required: true, maxLength: TAG_NAME_MAX },
  list: query(contract.adminTags.list),
  sort: (tags) => tags.toSorted(byName),
  valuesOf: (tag) => ({ name: tag?.name ?? "" }),
  check: (values) => messagesOf(TagBody.safeParse(values)),
  create: (body) => call(contract.adminTags.create, { body }),
  update: (id, values, revision) => call(contract.adminTags.update, { params: { id }, body: { ...values, revision } }),
  remove: (id, revision) => call(contract.adminTags.remove, { params: { id }, querystring: { revision } }),
};

export default function AdminTagsPage() {
  return <NamedRecordsPage kind={TAGS} />;
}
