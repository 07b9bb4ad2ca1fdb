import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { isEscape } from "../../ui/is-escape.ts";
import { useUnsaved } from "../../forms/unsaved.ts";
import { useConflict } from "../../forms/use-conflict.ts";
import { putRecord } from "../table/list-cache.ts";
import { mutation, query } from "../../api/calls.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CategoryFields } from "./category-fields.tsx";
import { formValues, useCategoryForm } from "./category-form.ts";

interface CategoryEditorProps {
  category: AdminCategory;
  /** All of them. */
  categories: readonly AdminCategory[];
  /** Saved, as `message` says, or left as it was. */
  onLeave: (message?: string) => void;
}

/** A row of the table while it is edited. */
export function CategoryEditor({ category, categories, onLeave }: CategoryEditorProps) {
  const client = useQueryClient();
  const key = query(staff.adminCategories.list).queryKey;
  const form = useCategoryForm(category);
  useUnsaved("row", form.formState.isDirty);
  const conflict = useConflict<AdminCategory>(category.revision);
  const { theirs } = conflict;
  const hasChildren = categories.some(({ parent }) => parent === category.id);
  const parents = hasChildren
    ? []
    : categories.filter(({ id, parent }) => parent === null && id !== category.id);

  const { mutate, isPending } = useMutation({
    ...mutation(staff.adminCategories.update),
    onSuccess: (saved) => {
      putRecord(client, key, saved);
      onLeave(`カテゴリー「${saved.name}」を更新しました。`);
    },
    onError: (error) => {
      if (!conflict.meet(error)) showFailure(form, error, "カテゴリーの更新に失敗しました。");
    },
  });

  useEffect(() => form.setFocus("name"), [form]);

  function save(from: number | undefined) {
    return form.handleSubmit(({ name, parent }) => {
      conflict.clear();
      mutate({ params: { id: category.id }, body: { name, parent, revision: from } });
    });
  }

  function takeTheirs(current: AdminCategory): void {
    putRecord(client, key, current);
    form.reset(formValues(current));
    conflict.take(current);
    form.setFocus("name");
  }

  const nameOf = (parent: number | null) => categories.find(({ id }) => id === parent)?.name ?? "なし";
  return (
    <form
      noValidate
      aria-label={`${category.name}の編集`}
      className="grid gap-4"
      onSubmit={save(conflict.revision)}
      onKeyDown={(event) => isEscape(event) && onLeave()}
    >
      <CategoryFields
        form={form}
        parents={parents}
        parentHint={hasChildren ? "子カテゴリーがあるため、親は設定できません。" : undefined}
      />
      {theirs && (
        <ConflictBanner
          theirs={[
            { label: "カテゴリー名", value: theirs.name },
            { label: "親カテゴリー", value: nameOf(theirs.parent) },
          ]}
          isBusy={isPending}
          onOverwrite={() => void save(theirs.revision)()}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      {form.formState.errors.root && <Banner tone="danger">{form.formState.errors.root.message}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isPending}>
          保存
        </Button>
        <Button look="secondary" onClick={() => onLeave()}>
          キャンセル
        </Button>
      </div>
    </form>
  );
}
