import { contract } from "@manabiya/contract";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import {
  type AdminNotice,
  NOTICE_CONTENT_MAX,
  NOTICE_TITLE_MAX,
  type NoticeState,
} from "@manabiya/contract/staff/notices.ts";
import type { MailAudience } from "@manabiya/contract/staff/mailings.ts";
import { call } from "../../api/calls.ts";
import { Previewed } from "../../forms/previewed.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { SelectField, TextArea } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import { AUDIENCES } from "../mails/mailings/notice-mail.tsx";
import { bodyOf, check, type NoticeValues, STATE_LABELS, valuesOf } from "./notice-form.ts";
import { NoticePreview } from "./notice-preview.tsx";
import { Section } from "../../ui/page/section.tsx";

const STATE_CHOICES: Record<NoticeState, string> = {
  draft: "下書きにする",
  scheduled: "日時を指定して公開する",
  published: "公開する",
};

interface NoticeEditorProps {
  /** Null for a new notice. */
  notice: AdminNotice | null;
  /** The message reports a save. */
  onLeave: (message?: string) => void;
  /** The saved notice shall also go to these members by mail. */
  onMail: (saved: AdminNotice, audience: MailAudience, message: string) => void;
}

export function NoticeEditor({ notice, onLeave, onMail }: NoticeEditorProps) {
  const state = useRecordForm<NoticeValues, AdminNotice, AdminNotice>({
    record: notice,
    valuesOf,
    check,
    save: (values, replaced) => {
      if (replaced === null) return call(contract.adminNotices.create, { body: bodyOf(values) });
      const { id, revision } = replaced;
      return call(contract.adminNotices.update, { params: { id }, body: { ...bodyOf(values), revision } });
    },
    onSaved: (saved, { mail }) => {
      const message = `お知らせ「${saved.notice_title}」を保存しました。（${STATE_LABELS[saved.state]}）`;
      if (mail === "") onLeave(message);
      else onMail(saved, mail, message);
    },
    failed: notice ? "お知らせの更新に失敗しました。" : "お知らせの作成に失敗しました。",
    part: "text",
    firstField: "notice_title",
    takesFocus: true,
  });
  const { field, values } = state;
  return (
    <Previewed
      preview={
        <NoticePreview values={values} publishedAt={notice?.state === "published" ? notice.published_at : null} />
      }
    >
      <Section title={notice ? "お知らせの編集" : "お知らせの作成"} isPanel>
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
          <div className="grid gap-5 @xl:grid-cols-2">
            <SelectField label="カテゴリー" {...field("notice_category")} options={NOTICE_LABELS} />
            <SelectField label="公開状態" {...field("state", "published_at")} options={STATE_CHOICES} />
            {notice === null && (
              <SelectField
                label="メール"
                hint="保存した後に、人数と内容を確認してから送ります。"
                options={AUDIENCES}
                {...field("mail")}
              >
                <option value="">送らない</option>
              </SelectField>
            )}
            {values.state === "scheduled" && (
              <TextField label="公開日時（日本時間）" type="datetime-local" required {...field("published_at")} />
            )}
          </div>
        </RecordForm>
      </Section>
    </Previewed>
  );
}
