import { contract } from "@manabiya/contract";
import { type AutomaticMail, AutomaticMailBody, MAILING_SUBJECT_MAX } from "@manabiya/contract/staff/mailings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call, query, useRead, useWrite } from "../../../api/calls.ts";
import { MutationState } from "../../../api/mutation-state.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { countsText, PreviewLink, SenderBanner } from "./mail-facts.tsx";
import { type FieldText, FormField } from "../../../forms/fields.tsx";
import { Previewed } from "../../../forms/previewed.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { messagesOf, useRecordForm } from "../../../forms/use-record-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { site } from "../../../site.ts";

export default function AutomaticMailsPage() {
  const found = useRead(contract.adminMailings.automatic);
  return (
    <StaffPage title="自動メール">
      <Loaded query={found} message="自動メールを読み込めませんでした。" blocks={["h-100", "h-100"]}>
        {({ has_sender, mails }) => (
          <>
            {!has_sender && <SenderBanner />}
            {mails.map((mail) => (
              <AutomaticMailForm key={mail.id} mail={mail} />
            ))}
          </>
        )}
      </Loaded>
    </StaffPage>
  );
}

/** The name and the occasion of each automatic mail. */
const OCCASIONS: Record<AutomaticMail["key"], [name: string, occasion: string]> = {
  welcome: ["ようこそメール", "会員がメールアドレスを確認したあとに送ります。"],
  trial_ending: ["無料体験の終了前", "無料体験が終わる1日前に送ります。本文の前に、終了する日時が付きます。"],
  trial_ended: ["無料体験の終了後", "無料体験が終わったあとに送ります。プランをお申し込み済みの会員には送りません。"],
  digest: [
    "新着動画のまとめ",
    "毎週月曜日の午前9時に、希望した会員に送ります。それまでの7日間に公開した動画の一覧が本文に続きます。新しい動画がない週は送りません。",
  ],
};

const OFF = "off";
const ON = "on";

type Values = ReturnType<typeof valuesOf>;

const valuesOf = (mail: AutomaticMail | null) => ({
  state: mail?.is_on ? ON : OFF,
  subject: mail?.subject ?? "",
  body: mail?.body ?? "",
});

const bodyOf = ({ state, subject, body }: Values) => ({ is_on: state === ON, subject, body });

const FIELDS = {
  state: { label: "状態", options: { [OFF]: "送信しない", [ON]: "送信する" } },
  subject: { label: "件名", hint: "先頭に、サイトの名前が付きます。", required: true, maxLength: MAILING_SUBJECT_MAX },
  body: {
    label: "本文",
    hint: "空行で段落を分けます。本文のあとに、ボタン、送信者、配信停止のリンクが付きます。",
    required: true,
    rows: 6,
  },
} satisfies Record<keyof Values, FieldText>;

/** One automatic mail: its switch and its text. */
function AutomaticMailForm({ mail }: { mail: AutomaticMail }) {
  const client = useQueryClient();
  const [name, occasion] = OCCASIONS[mail.key];
  const test = useWrite(contract.adminMailings.test, { changes: [] });
  const state = useRecordForm<Values, AutomaticMail, AutomaticMail>({
    record: mail,
    valuesOf,
    check: (values) => messagesOf(AutomaticMailBody.safeParse(bodyOf(values))),
    save: (values, replaced) =>
      call(contract.adminMailings.update, {
        params: { id: mail.id },
        body: { ...bodyOf(values), ...(replaced && { revision: replaced.revision }) },
      }),
    onSaved: () => void client.invalidateQueries(query(contract.adminMailings.automatic)),
    failed: "メールの保存に失敗しました。",
    part: `mail-${mail.key}`,
    recoverAs: `mail ${mail.key}`,
    firstField: "subject",
  });
  const { field, values } = state;
  const heading = `mail-${mail.key}`;
  return (
    <Previewed of={name} preview={<MailText {...values} />}>
      <section aria-labelledby={heading} className="grid gap-4 rounded-lg border bg-surface p-4 @2xl:p-6">
        <div>
          <h2 id={heading} className="text-lg">
            {name}
          </h2>
          <p className="phrase text-muted">{occasion}</p>
          <p className="text-xs text-muted">{countsText(mail.counts)}</p>
        </div>
        <RecordForm
          state={state}
          label={name}
          submitLabel="保存"
          fields={FIELDS}
          actions={
            <>
              <Button look="secondary" isBusy={test.isPending} onClick={() => test.mutate({ params: { id: mail.id } })}>
                自分にテスト送信
              </Button>
              <PreviewLink url={mail.preview_url} name={name} />
            </>
          }
        >
          <FormField {...FIELDS.state} {...field("state")} />
          <FormField {...FIELDS.subject} {...field("subject")} />
          <FormField {...FIELDS.body} {...field("body")} />
        </RecordForm>
        {test.data && <Banner tone="success">{test.data.message}保存した内容を送りました。</Banner>}
        <MutationState of={test} failed="テストメールを送信できませんでした。" />
      </section>
    </Previewed>
  );
}

/** The part of a mail that staff write. "プレビューを開く" shows the whole mail as it is stored. */
function MailText({ subject, body }: Values) {
  return (
    <div className="grid gap-3 rounded-lg border bg-surface p-4">
      <p className="font-bold">{`【${site.name}】${subject}`}</p>
      <p className="whitespace-pre-line">{body}</p>
    </div>
  );
}
