import { TAG_NAME_MAX } from "@manabiya/contract/staff/tags.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putRecord } from "../table/list-cache.ts";
import { mutation, query } from "../../api/calls.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useTagForm } from "./tag-form.ts";

export function NewTag({ onBegin, onDone }: { onBegin: () => void; onDone: (message: string) => void }) {
  const client = useQueryClient();
  const form = useTagForm("");
  const { errors } = form.formState;
  const { mutate, isPending } = useMutation({
    ...mutation(staff.adminTags.create),
    onMutate: onBegin,
    onSuccess: (made) => {
      putRecord(client, query(staff.adminTags.list).queryKey, made);
      form.reset();
      form.setFocus("name");
      onDone(`タグ「${made.name}」を作成しました。`);
    },
    onError: (error) => showFailure(form, error, "タグの作成に失敗しました。"),
  });
  return (
    <section aria-labelledby="new-tag" className="grid gap-4 rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="new-tag" className="text-lg">
        タグの作成
      </h2>
      <form
        noValidate
        className="grid max-w-xl gap-4"
        onSubmit={form.handleSubmit((body) => mutate({ body }))}
      >
        <TextField
          label="タグ名"
          required
          maxLength={TAG_NAME_MAX}
          autoComplete="off"
          error={errors.name?.message}
          {...registerField(form, "name")}
        />
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          作成する
        </Button>
      </form>
    </section>
  );
}
