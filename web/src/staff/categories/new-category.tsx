import type { AdminCategory } from "@manabiya/contract/staff/categories.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putRecord } from "../table/list-cache.ts";
import { mutation, query } from "../../api/calls.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CategoryFields } from "./category-fields.tsx";
import { useCategoryForm } from "./category-form.ts";

interface NewCategoryProps {
  parents: readonly AdminCategory[];
  onBegin: () => void;
  onDone: (message: string) => void;
}

export function NewCategory({ parents, onBegin, onDone }: NewCategoryProps) {
  const client = useQueryClient();
  const form = useCategoryForm({ name: "", parent: null });
  const { mutate, isPending } = useMutation({
    ...mutation(staff.adminCategories.create),
    onMutate: onBegin,
    onSuccess: (made) => {
      putRecord(client, query(staff.adminCategories.list).queryKey, made);
      form.reset({ name: "", parent: form.getValues("parent") ?? "" });
      form.setFocus("name");
      onDone(`カテゴリー「${made.name}」を作成しました。`);
    },
    onError: (error) => showFailure(form, error, "カテゴリーの作成に失敗しました。"),
  });
  return (
    <section aria-labelledby="new-category" className="grid gap-4 rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="new-category" className="text-lg">
        カテゴリーの作成
      </h2>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => mutate({ body }))}>
        <CategoryFields form={form} parents={parents} />
        {form.formState.errors.root && <Banner tone="danger">{form.formState.errors.root.message}</Banner>}
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          作成する
        </Button>
      </form>
    </section>
  );
}
