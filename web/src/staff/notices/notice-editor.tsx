import { contract } from "@manabiya/contract";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { type AdminNotice, NOTICE_TITLE_MAX, type NoticeState } from "@manabiya/contract/staff/notices.ts";
import type { MailAudience } from "@manabiya/contract/staff/mailings.ts";
import { call } from "../../api/calls.ts";
import { Previewed } from "../../forms/previewed.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { type FieldText, FormField } from "../../forms/fields.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { AUDIENCES } from "../mails/mailings/notice-mail.tsx";
import { bodyOf, check, type NoticeValues, recoveryName, STATE_LABELS, valuesOf } from "./notice-form.ts";
import { Section } from "../../ui/page/section.tsx";
import { NoticeItem } from "../../notices/notice-item.tsx";
import { fromLocal } from "../table/japan-time.ts";

const FIELDS = {
  notice_title: { label: "タイトル", required: true, maxLength: NOTICE_TITLE_MAX },
  notice_content: { label: "本文", hint: "URLは、会員の画面でリンクになります。", required: true, rows: 8 },
  notice_category: { label: "カテゴリー", options: NOTICE_LABELS },
  state: {
    label: "公開状態",
    options: { draft: "下書きにする", scheduled: "日時を指定して公開する", published: "公開する" },
    shown: (state: string) => STATE_LABELS[state as NoticeState],
  },
} satisfies Record<string, FieldText>;

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
    recoverAs: recoveryName(notice),
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
        <RecordForm state={state} submitLabel="保存" onCancel={() => onLeave()} fields={FIELDS}>
          <FormField {...FIELDS.notice_title} {...field("notice_title")} />
          <FormField {...FIELDS.notice_content} {...field("notice_content")} />
          <div className="grid gap-5 @xl:grid-cols-2">
            <FormField {...FIELDS.notice_category} {...field("notice_category")} />
            <FormField {...FIELDS.state} {...field("state", "published_at")} />
            {notice === null && (
              <FormField
                label="メール"
                hint="保存した後に、人数と内容を確認してから送ります。"
                options={{ "": "送らない", ...AUDIENCES }}
                {...field("mail")}
              />
            )}
            {values.state === "scheduled" && (
              <FormField label="公開日時（日本時間）" type="datetime-local" required {...field("published_at")} />
            )}
          </div>
        </RecordForm>
      </Section>
    </Previewed>
  );
}

interface NoticePreviewProps {
  values: NoticeValues;
  /** Null before the publication. */
  publishedAt: string | null;
}

function NoticePreview({ values, publishedAt }: NoticePreviewProps) {
  const { notice_category, notice_title, notice_content, state, published_at } = values;
  const instant = state === "scheduled" ? fromLocal(published_at) : publishedAt;
  const notice = {
    id: 0,
    created_at: instant ?? new Date().toISOString(),
    notice_category,
    notice_category_display: NOTICE_LABELS[notice_category],
    notice_title: notice_title || "（タイトル）",
    notice_title_breaks: [],
    notice_content: notice_content || "（本文）",
    is_read: false,
  };
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <NoticeItem isOpen notice={notice} onOpen={() => {}} />
    </div>
  );
}
