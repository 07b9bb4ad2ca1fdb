import { type AdminTag, TAG_NAME_MAX } from "@manabiya/contract/staff/tags.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { isEscape } from "../../ui/is-escape.ts";
import { useUnsaved } from "../../forms/unsaved.ts";
import { useConflict } from "../../forms/use-conflict.ts";
import { putRecord } from "../table/list-cache.ts";
import { mutation, query } from "../../api/calls.ts";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useTagForm } from "./tag-form.ts";

interface TagEditorProps {
  tag: AdminTag;
  /** Saved, as `message` says, or left as it was. */
  onLeave: (message?: string) => void;
}

/** A row of the table while it is edited. */
export function TagEditor({ tag, onLeave }: TagEditorProps) {
  const client = useQueryClient();
  const key = query(staff.adminTags.list).queryKey;
  const form = useTagForm(tag.name);
  const { errors } = form.formState;
  useUnsaved("row", form.formState.isDirty);
  const conflict = useConflict<AdminTag>(tag.revision);
  const { theirs } = conflict;
  const { mutate, isPending } = useMutation({
    ...mutation(staff.adminTags.update),
    onSuccess: (saved) => {
      putRecord(client, key, saved);
      onLeave(`タグ「${saved.name}」を更新しました。`);
    },
    onError: (error) => {
      if (!conflict.meet(error)) showFailure(form, error, "タグの更新に失敗しました。");
    },
  });

  useEffect(() => form.setFocus("name"), [form]);

  function save(from: number | undefined) {
    return form.handleSubmit(({ name }) => {
      conflict.clear();
      mutate({ params: { id: tag.id }, body: { name, revision: from } });
    });
  }

  function takeTheirs(current: AdminTag): void {
    putRecord(client, key, current);
    form.reset({ name: current.name });
    conflict.take(current);
    form.setFocus("name");
  }

  return (
    <form
      noValidate
      aria-label={`${tag.name}の編集`}
      className="grid gap-4"
      onSubmit={save(conflict.revision)}
      onKeyDown={(event) => isEscape(event) && onLeave()}
    >
      <TextField
        label="タグ名"
        required
        maxLength={TAG_NAME_MAX}
        autoComplete="off"
        error={errors.name?.message}
        {...registerField(form, "name")}
      />
      {theirs && (
        <ConflictBanner
          theirs={[{ label: "タグ名", value: theirs.name }]}
          isBusy={isPending}
          onOverwrite={() => void save(theirs.revision)()}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
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
