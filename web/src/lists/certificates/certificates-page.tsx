import { contract, type OutputOf } from "@manabiya/contract";
import { CertificateBody } from "@manabiya/contract/lists/certificates.ts";
import { CERTIFICATE_NAME_MAX } from "@manabiya/contract/lists/note-limits.ts";
import { useState } from "react";
import { useRead, useWrite } from "../../api/calls.ts";
import { BodyForm, useBodyForm } from "../../forms/body-form.tsx";
import { registerField } from "../../forms/register-field.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { TextField } from "../../ui/text-field.tsx";

export default function CertificatesPage() {
  usePageTitle("修了証");
  const found = useRead(contract.certificates.list, {}, { staleTime: 0 });
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-6 md:py-8">
      <h1 className="text-xl">修了証</h1>
      <Loaded query={found} message="修了証を読み込めませんでした。" blocks={["h-60", "h-60"]}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState action={<ButtonLink to="/playlists">再生リストを見る</ButtonLink>}>
              再生リストの動画をすべて完了すると、ここで修了証を発行できます。
            </EmptyState>
          ) : (
            results.map((certificate) => <Course key={certificate.id} {...certificate} />)
          )
        }
      </Loaded>
    </div>
  );
}

type Certificate = OutputOf<typeof contract.certificates.issue>;

/** Asks for the name: nothing of the account is shown without the member's will. */
function Course({ id, course, lessons, finished_at, name, link, is_revoked }: Certificate) {
  const { form, failure } = useBodyForm(CertificateBody, { name: name ?? "" });
  const issue = useWrite(contract.certificates.issue, {
    changes: [contract.certificates.list],
    onError: (error) => showFailure(form, error, "修了証を保存できませんでした。もう一度お試しください。"),
  });
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const isNew = link === null;
  return (
    <Section title={course} isPanel>
      <p className="text-muted">{`${formatDay(finished_at)}に修了・全${lessons}本`}</p>
      {!isNew && !is_revoked && <ButtonLink to={`/certificates/${link}`}>修了証を開く（印刷・共有）</ButtonLink>}
      {is_revoked ? (
        <p className="phrase">この修了証は、スタッフが無効にしました。くわしくは、お問い合わせください。</p>
      ) : (
        <BodyForm
          onSubmit={form.handleSubmit((body) => issue.mutate({ params: { id }, body }))}
          failure={failure}
          done={issue.isSuccess && (issue.data.link === null ? "リンクを無効にしました。" : "修了証を発行しました。")}
          isBusy={issue.isPending}
          label={isNew ? "修了証を発行" : "お名前を変更して再発行"}
          look={isNew ? "primary" : "secondary"}
        >
          <TextField
            label="修了証のお名前"
            hint="本名でなくてもかまいません。修了証は、リンクを知っている方ならだれでも見られます。お名前を変更すると、以前のリンクは無効になります。"
            autoComplete="name"
            maxLength={CERTIFICATE_NAME_MAX}
            {...registerField(form, "name")}
          />
        </BodyForm>
      )}
      {!isNew && !is_revoked && (
        <Button look="quiet" onClick={() => setIsWithdrawing(true)}>
          リンクを無効にする
        </Button>
      )}
      {isWithdrawing && (
        <ConfirmDialog
          title="リンクを無効にしますか？"
          confirmLabel="無効にする"
          onClose={() => setIsWithdrawing(false)}
          onConfirm={() => {
            setIsWithdrawing(false);
            issue.mutate({ params: { id }, body: { name: null } });
          }}
        >
          印刷・共有した修了証のURLは、開けなくなります。同じURLには戻せません。修了証は、あとから新しく発行できます。
        </ConfirmDialog>
      )}
    </Section>
  );
}
