import { Options } from "../../forms/options.tsx";
import { contract } from "@manabiya/contract";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import {
  type AdminNotice,
  NOTICE_CONTENT_MAX,
  NOTICE_TITLE_MAX,
  type NoticeState,
} from "@manabiya/contract/staff/notices.ts";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { SelectField, TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { bodyOf, check, type NoticeValues, STATE_LABELS, valuesOf } from "./notice-form.ts";
import { NoticePreview } from "./notice-preview.tsx";

const STATE_CHOICES: Record<NoticeState, string> = {
  draft: "下書きにする",
  scheduled: "日時を指定して公開する",
  published: "公開する",
};

const BY_MAIL = "メールでも送るときは、保存した後に「編集」を開いてください。";

interface NoticeEditorProps {
  /** Null for a new notice. */
  notice: AdminNotice | null;
  /** The message reports a save. */
  onLeave: (message?: string) => void;
}

export function NoticeEditor({ notice, onLeave }: NoticeEditorProps) {
  const state = useRecordForm<NoticeValues, AdminNotice, AdminNotice>({
    record: notice,
    valuesOf,
    check,
    save: (values, replaced) => {
      if (replaced === null) return call(contract.adminNotices.create, { body: bodyOf(values) });
      const { id, revision } = replaced;
      return call(contract.adminNotices.update, { params: { id }, body: { ...bodyOf(values), revision } });
    },
    onSaved: (saved) =>
      onLeave(
        `お知らせ「${saved.notice_title}」を保存しました。（${STATE_LABELS[saved.state]}）${notice ? "" : BY_MAIL}`,
      ),
    failed: notice ? "お知らせの更新に失敗しました。" : "お知らせの作成に失敗しました。",
    part: "text",
    firstField: "notice_title",
    takesFocus: true,
  });
  const { field, values } = state;
  return (
    <section aria-labelledby="notice-editor" className="grid gap-5 rounded-lg border bg-surface p-4 md:p-6">
      <h2 id="notice-editor" className="text-lg">
        {notice ? "お知らせの編集" : "お知らせの作成"}
      </h2>
      <RecordForm
        state={state}
        submitLabel="保存"
        onCancel={() => onLeave()}
        fieldsOf={(theirs) => [
          { label: "タイトル", value: theirs.notice_title },
          { label: "本文", value: theirs.notice_content },
          { label: "公開状態", value: STATE_LABELS[theirs.state] },
        ]}
      >
        <TextField
          label="タイトル"
          required
          maxLength={NOTICE_TITLE_MAX}
          autoComplete="off"
          {...field("notice_title")}
        />
        <TextArea
          label="本文"
          hint="URLは、会員の画面でリンクになります。"
          required
          rows={8}
          maxLength={NOTICE_CONTENT_MAX}
          {...field("notice_content")}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="カテゴリー" {...field("notice_category")}>
            <Options of={NOTICE_LABELS} />
          </SelectField>
          <SelectField label="公開状態" hint={notice ? undefined : BY_MAIL} {...field("state", "published_at")}>
            <Options of={STATE_CHOICES} />
          </SelectField>
          {values.state === "scheduled" && (
            <TextField label="公開日時（日本時間）" type="datetime-local" required {...field("published_at")} />
          )}
        </div>
        <NoticePreview values={values} publishedAt={notice?.state === "published" ? notice.published_at : null} />
      </RecordForm>
    </section>
  );
}
