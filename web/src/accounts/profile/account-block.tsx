import { accountSecurity } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import type { Profile } from "../../api/answers.ts";
import { ButtonLink, Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { ProfileBlock, ProfileFacts } from "./profile-block.tsx";
import { mutation, sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";

export function AccountBlock({ profile }: { profile: Profile }) {
  const since = formatDay(profile.created_at);
  return (
    <ProfileBlock title="アカウント">
      <ProfileFacts
        facts={[
          ["ユーザー名", profile.username],
          ["メールアドレス", profile.email],
          since !== null && ["登録日", since],
        ]}
      />
      {profile.email_verified_at === null && <VerifyEmailNote />}
      <ButtonLink to="/profile/edit" look="secondary" className="mt-5">
        プロフィールを編集
      </ButtonLink>
    </ProfileBlock>
  );
}

const FAILED = "確認メールを送れませんでした。もう一度お試しください。";

/** Verification restricts nothing; it only helps e-mails to arrive. */
function VerifyEmailNote() {
  const send = useMutation(mutation(accountSecurity.emailVerification.send, { changes: [] }));
  if (send.isSuccess) {
    return (
      <Banner tone="success" className="mt-4">
        {send.data.message}
      </Banner>
    );
  }
  return (
    <div className="mt-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        <p className="phrase">メールアドレスの確認がまだ済んでいません。</p>
        <Button look="quiet" className="-ml-5 sm:ml-0" isBusy={send.isPending} onClick={() => send.mutate({})}>
          確認メールを再送
        </Button>
      </div>
      {send.error && <Banner tone="danger">{sentenceOf(send.error, FAILED)}</Banner>}
    </div>
  );
}
