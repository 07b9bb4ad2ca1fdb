import { contract } from "@manabiya/contract";
import { type AdminCategory, CATEGORY_NAME_MAX, CategoryBody } from "@manabiya/contract/staff/categories.ts";
import { call, query } from "../../api/calls.ts";
import { SelectField } from "../../forms/fields.tsx";
import { messagesOf } from "../../forms/use-record-form.ts";
import type { OtherFieldsProps, RecordKind } from "./record-editor.tsx";
import { NamedRecordsPage } from "./named-records.tsx";
import { sortCategories } from "./sort.ts";

interface CategoryValues {
  name: string;
  /** The parent's id as a `<select>` holds it; empty for the top level. */
  parent: string;
}

const bodyOf = ({ name, parent }: CategoryValues) => ({ name, parent: parent === "" ? null : Number(parent) });

const childrenOf = (category: AdminCategory, all: readonly AdminCategory[]) =>
  all.filter(({ parent }) => parent === category.id);

const CATEGORIES: RecordKind<AdminCategory, CategoryValues> = {
  noun: "カテゴリー",
  name: { label: "カテゴリー名", required: true, maxLength: CATEGORY_NAME_MAX },
  list: query(contract.adminCategories.list),
  sort: sortCategories,
  valuesOf: (category) => ({ name: category?.name ?? "", parent: String(category?.parent ?? "") }),
  check: (values) => messagesOf(CategoryBody.safeParse(bodyOf(values))),
  // Staff often add several categories under one parent.
  nextValues: ({ parent }) => ({ name: "", parent }),
  create: (values) => call(contract.adminCategories.create, { body: bodyOf(values) }),
  update: (id, values, revision) =>
    call(contract.adminCategories.update, { params: { id }, body: { ...bodyOf(values), revision } }),
  remove: (id, revision) => call(contract.adminCategories.remove, { params: { id }, querystring: { revision } }),
  Others: ParentField,
  othersOf: ({ parent }, all) => [
    { label: "親カテゴリー", value: all.find(({ id }) => id === parent)?.name ?? "なし" },
  ],
  isChild: ({ parent }) => parent !== null,
  deletionNote: (category, all) => {
    const { length } = childrenOf(category, all);
    return length > 0 ? `子カテゴリー${length}件は、トップレベルのカテゴリーになります。` : "";
  },
};

export default function AdminCategoriesPage() {
  return <NamedRecordsPage kind={CATEGORIES} />;
}

function ParentField({ field, record, all }: OtherFieldsProps<AdminCategory, CategoryValues>) {
  const hasChildren = record !== null && childrenOf(record, all).length > 0;
  const parents = sortCategories(all).filter(({ id, parent }) => parent === null && id !== record?.id);
  return (
    <SelectField
      label="親カテゴリー"
      hint={hasChildren ? "子カテゴリーがあるため、親は設定できません。" : undefined}
      {...field("parent")}
    >
      <option value="">なし（トップレベル）</option>
      {!hasChildren &&
        parents.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}
