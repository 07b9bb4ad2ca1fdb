import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX } from "@manabiya/contract/staff/notices.ts";
import { NOTICE_LABELS } from "@manabiya/contract/rules/notice-labels.ts";
import { useWatch } from "react-hook-form";
import { SelectField } from "../../forms/select-field.tsx";
import { TextArea } from "../../forms/text-area.tsx";
import { registerField } from "../../forms/register-field.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { NoticeForm } from "./notice-form.ts";
import { STATE_CHOICES } from "./states.ts";

export function NoticeFields({ form }: { form: NoticeForm }) {
  const { errors } = form.formState;
  const state = useWatch({ control: form.control, name: "state" });
  return (
    <>
      <TextField
        label="タイトル"
        required
        maxLength={NOTICE_TITLE_MAX}
        autoComplete="off"
        error={errors.notice_title?.message}
        {...registerField(form, "notice_title")}
      />
      <TextArea
        label="本文"
        hint="URLは、会員の画面でリンクになります。"
        required
        rows={8}
        maxLength={NOTICE_CONTENT_MAX}
        error={errors.notice_content?.message}
        {...registerField(form, "notice_content")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="カテゴリー"
          error={errors.notice_category?.message}
          {...registerField(form, "notice_category")}
        >
          {Object.entries(NOTICE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="公開状態"
          error={errors.state?.message}
          {...registerField(form, "state", "published_at")}
        >
          {Object.entries(STATE_CHOICES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {state === "scheduled" && (
          <TextField
            label="公開日時（日本時間）"
            type="datetime-local"
            required
            error={errors.published_at?.message}
            {...registerField(form, "published_at")}
          />
        )}
      </div>
    </>
  );
}
