import type { KeyboardEventHandler, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import type { FieldText } from "./fields.tsx";
import { LongText } from "./long-text.tsx";
import { useSaveAll } from "./saved-together.tsx";
import type { Revised, useRecordForm } from "./use-record-form.ts";

type FormState<Stored extends Revised> = ReturnType<typeof useRecordForm<FieldValues, Stored, unknown>>;

interface ShownField {
  label: string;
  value: string;
}

interface RecordFormProps<Stored extends Revised> {
  /** The result of useRecordForm. */
  state: Pick<
    FormState<Stored>,
    "element" | "isSaving" | "failure" | "conflict" | "restored" | "discard" | "onChange"
  > & { onSubmit: () => unknown };
  /** The form's name for screen readers, where no heading names it. */
  label?: string;
  submitLabel: string;
  /** Shows a button that leaves the form without saving. */
  onCancel?: (() => void) | undefined;
  /** Shown beside the submit button. */
  actions?: ReactNode;
  isDisabled?: boolean | undefined;
  /** The fields that the banner about a conflict shows, with the values of the other editor. */
  fields?: Record<string, Pick<FieldText, "label" | "options" | "shown">>;
  /** The same, where the record has other texts than the form. */
  fieldsOf?: (theirs: Stored) => ShownField[];
  /** Those who may have saved the record first. */
  editors?: string;
  /** Reports a successful save. */
  done?: string | false | undefined;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

/** The fields of a record, the results of saving it, and the buttons. */
export function RecordForm<Stored extends Revised>(props: RecordFormProps<Stored>) {
  const {
    state,
    label,
    submitLabel,
    onCancel,
    actions,
    isDisabled,
    fields = {},
    fieldsOf,
    editors = "ほかのスタッフ",
    done,
    onKeyDown,
    children,
  } = props;
  const { element, isSaving, failure, conflict, restored, discard, onSubmit, onChange } = state;
  const saveAll = useSaveAll();
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (saveAll) saveAll();
        else onSubmit();
      }}
      onChange={onChange}
      onKeyDown={onKeyDown}
    >
      {restored && (
        <Banner
          tone="notice"
          action={
            <Button look="secondary" onClick={restored.discard}>
              破棄する
            </Button>
          }
        >
          保存していない入力を復元しました。
        </Banner>
      )}
      {children}
      {conflict && (
        <ConflictBanner
          {...{ conflict, editors }}
          fields={fieldsOf?.(conflict.theirs) ?? shownFields(fields, conflict.values)}
          isBusy={isDisabled === true}
        />
      )}
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      {done && !saveAll && <Banner tone="success">{done}</Banner>}
      <div className="flex flex-wrap gap-3">
        {/* Enter needs a button of the form, although the one for all forms stands elsewhere. */}
        <Button type="submit" isBusy={isSaving} disabled={isDisabled} hidden={saveAll !== null}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button
            look="secondary"
            onClick={() => {
              discard();
              onCancel();
            }}
          >
            キャンセル
          </Button>
        )}
        {actions}
      </div>
    </form>
  );
}

function shownFields(fields: NonNullable<RecordFormProps<Revised>["fields"]>, values: object): ShownField[] {
  return Object.entries(fields).map(([name, { label, options, shown }]) => {
    const value = (values as Record<string, string>)[name] ?? "";
    return { label, value: shown?.(value) ?? options?.[value] ?? value };
  });
}

interface ConflictBannerProps {
  conflict: Pick<NonNullable<FormState<Revised>["conflict"]>, "overwrite" | "takeTheirs">;
  fields: ShownField[];
  editors: string;
  isBusy: boolean;
}

/** Another editor saved the record first. The typed values stay in the form. */
function ConflictBanner({ conflict, fields, editors, isBusy }: ConflictBannerProps) {
  return (
    <Banner tone="danger">
      <p className="font-bold">{editors}が先に更新しました。入力した内容はまだ保存されていません。</p>
      {fields.length > 0 && (
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {fields.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">現在の{label}</dt>
              <dd className="max-sm:mb-1">
                <LongText>{value || "（空）"}</LongText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="danger" onClick={conflict.overwrite} isBusy={isBusy}>
          上書きする
        </Button>
        <Button look="secondary" onClick={conflict.takeTheirs}>
          読み込み直す
        </Button>
      </div>
    </Banner>
  );
}
