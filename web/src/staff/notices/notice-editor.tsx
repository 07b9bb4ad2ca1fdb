import type { AdminNotice } from "@manabiya/contract/staff/notices.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { ConflictBanner } from "../../forms/conflict-banner.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { useConflict } from "../../forms/use-conflict.ts";
import { call } from "../../api/calls.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticeFields } from "./notice-fields.tsx";
import { bodyOf, isSendable, NEW_NOTICE, type NoticeValues, useNoticeForm, valuesOf } from "./notice-form.ts";
import { NoticePreview } from "./notice-preview.tsx";
import { STATE_LABELS } from "./states.ts";

interface NoticeEditorProps {
  /** Null: a new one. */
  notice: AdminNotice | null;
  /** Saved, as `message` says, or left as it was. */
  onLeave: (message?: string) => void;
}

export function NoticeEditor({ notice, onLeave }: NoticeEditorProps) {
  const form = useNoticeForm(notice ? valuesOf(notice) : NEW_NOTICE);
  useUnsaved("text", form.formState.isDirty);
  const conflict = useConflict<AdminNotice>(notice?.revision);
  const { theirs } = conflict;
  const failed = notice ? "お知らせの更新に失敗しました。" : "お知らせの作成に失敗しました。";
  const { mutate, isPending } = useMutation({
    mutationFn: ({ values, from }: { values: NoticeValues; from: number | undefined }) => {
      const body = bodyOf(values);
      if (notice === null) return call(staff.adminNotices.create, { body });
      return call(staff.adminNotices.update, {
        params: { id: notice.id },
        body: { ...body, revision: from },
      });
    },
    onSuccess: ({ notice_title, state }) =>
      onLeave(`お知らせ「${notice_title}」を保存しました。（${STATE_LABELS[state]}）`),
    onError: (error) => {
      if (!conflict.meet(error)) showFailure(form, error, failed);
    },
  });

  useEffect(() => form.setFocus("notice_title"), [form]);

  function save(from: number | undefined) {
    return form.handleSubmit((values) => {
      if (!isSendable(form, values)) return;
      conflict.clear();
      mutate({ values, from });
    });
  }

  function takeTheirs(current: AdminNotice): void {
    form.reset(valuesOf(current));
    conflict.take(current);
    form.setFocus("notice_title");
  }

  return (
    <section aria-labelledby="notice-editor" className="grid gap-5 rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="notice-editor" className="text-lg">
        {notice ? "お知らせの編集" : "お知らせの作成"}
      </h2>
      <form noValidate className="grid gap-5" onSubmit={save(conflict.revision)}>
        <NoticeFields form={form} />
        <NoticePreview
          form={form}
          published_at={notice?.state === "published" ? notice.published_at : null}
        />
        {theirs && (
          <ConflictBanner
            theirs={[
              { label: "タイトル", value: theirs.notice_title },
              { label: "本文", value: theirs.notice_content },
              { label: "公開状態", value: STATE_LABELS[theirs.state] },
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
    </section>
  );
}
