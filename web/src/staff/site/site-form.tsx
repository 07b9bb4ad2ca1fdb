import { contract } from "@manabiya/contract";
import { OWN_COLOURS } from "@manabiya/contract/site/colours.ts";
import { SiteForm as Schema, type SiteScreen, type StoredSite } from "@manabiya/contract/site/form.ts";
import { type ComponentType, Fragment, type ReactNode, useState } from "react";
import { call } from "../../api/calls.ts";
import { FormField } from "../../forms/fields.tsx";
import { Previewed } from "../../forms/previewed.tsx";
import { RecordForm } from "../../forms/record-form.tsx";
import { messagesOf, useRecordForm } from "../../forms/use-record-form.ts";
import { ColourField } from "./colour-field.tsx";
import { FIELDS, formOf, names, type SiteValues, valuesOf } from "./site-fields.ts";
import { IconPreview, type PreviewProps, SharePreview, SitePreview, STANDARD_PICTURES } from "./site-previews.tsx";
import { PictureField } from "./picture-field.tsx";

interface SiteFormProps {
  screen: SiteScreen;
  onSaved: (screen: SiteScreen, message: string) => void;
}

/** A file of its own, because it brings the computation of colours. */
export default function SiteForm({ screen, onSaved }: SiteFormProps) {
  const { current, defaults } = screen;
  const [isSending, setIsSending] = useState(false);
  const state = useRecordForm<SiteValues, StoredSite, StoredSite>({
    record: current,
    valuesOf,
    check: (values) => messagesOf(Schema.safeParse(formOf(values))),
    save: async (values, replaced) => {
      const body = { ...formOf(values), ...(replaced && { revision: replaced.revision }) };
      const saved = await call(contract.adminSite.update, { body });
      onSaved(saved, "サイトの設定を保存しました。");
      return saved.current;
    },
    failed: "サイトの設定の保存に失敗しました。",
    part: "site",
    recoverAs: "site",
    hasOtherWork: isSending,
    firstField: "site_name",
  });
  const { field, values, setValue, errorOf } = state;
  const name = values.site_name.trim() || (defaults.site_name ?? "");
  const colour = (kind: "primary" | "signal") => {
    const { label, hint = "" } = FIELDS[`${kind}_colour`];
    return (
      <ColourField
        {...{ kind, label, hint }}
        value={values[`${kind}_colour`]}
        standard={OWN_COLOURS[kind]}
        error={errorOf(`${kind}_colour`)}
        onChange={(value) => setValue(`${kind}_colour`, value)}
      />
    );
  };
  const picture = (kind: keyof typeof STANDARD_PICTURES, Preview: ComponentType<PreviewProps>) => {
    const { label, hint = "" } = FIELDS[kind];
    return (
      <PictureField
        {...{ kind, label, hint }}
        standard={STANDARD_PICTURES[kind]}
        id={values[kind]}
        error={errorOf(kind)}
        onChange={(id) => setValue(kind, id)}
        onSending={setIsSending}
      >
        {(shown) => <Preview name={name} shown={shown} />}
      </PictureField>
    );
  };
  /** The fields that are no text and no choice. */
  const others: Partial<Record<keyof SiteValues, ReactNode>> = {
    primary_colour: (
      <div className="grid gap-5 @xl:grid-cols-2">
        {colour("primary")}
        {colour("signal")}
      </div>
    ),
    signal_colour: null,
    icon: picture("icon", IconPreview),
    share_picture: picture("share_picture", SharePreview),
  };
  const hintOf = (field: keyof SiteValues) => {
    const { hint = "", hasDefault } = FIELDS[field];
    if (!hasDefault) return hint;
    const value = defaults[field]?.replace(/^mailto:/, "");
    return hint + (value === undefined ? "空欄の間は表示しません。" : `空欄の間は「${value}」です。`);
  };
  return (
    <Previewed
      preview={
        <SitePreview
          name={name}
          colours={{ primary: values.primary_colour || null, signal: values.signal_colour || null }}
        />
      }
    >
      <section aria-label="設定" className="rounded-lg border bg-surface p-4 @2xl:p-6">
        <RecordForm state={state} label="サイトの設定" submitLabel="保存" isDisabled={isSending} fields={FIELDS}>
          {names.map((each) => {
            const { heading, hasDefault: _, ...text } = FIELDS[each];
            return (
              <Fragment key={each}>
                {heading && <h2 className="text-lg">{heading}</h2>}
                {each in others ? others[each] : <FormField {...text} hint={hintOf(each)} {...field(each)} />}
              </Fragment>
            );
          })}
        </RecordForm>
      </section>
    </Previewed>
  );
}
