import { lazy, Suspense, useState } from "react";
import { useProfile } from "../../api/profile.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { ButtonLink, Button } from "../../ui/button.tsx";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { ProfileBlock, ProfileFacts } from "../../ui/page/profile-block.tsx";
import { ProfileSubpage } from "../../ui/page/profile-subpage.tsx";
import { loginProviders } from "../providers/provider-buttons.tsx";
import { MailBlock } from "./mail-block.tsx";
import { SessionsBlock } from "./sessions-block.tsx";
import type { Profile } from "../../api/answers.ts";
import { contract } from "@manabiya/contract";
import { useWrite } from "../../api/calls.ts";
import { saveFile } from "../../ui/save-file.ts";
import { chooseTheme, readTheme, type Theme } from "../../ui/theme.ts";

const AgreementsBlock = lazy(() => loadPageFile(() => import("./agreements-block.tsx")));

const GiftsBlock = lazy(() => loadPageFile(() => import("../../billing/gifts/gifts-block.tsx")));

/** Everything of an account that the profile does not show. */
export default function SettingsPage() {
  const { data } = useProfile();
  return (
    <ProfileSubpage title="設定" isWide>
      <ThemeBlock />
      {data && (
        <ProfileBlock title="セキュリティ">
          <ProfileFacts facts={[["2段階認証", data.has_second_factor ? "オン" : "オフ"]]} />
          <ButtonLink to="/profile/security" look="secondary" className="mt-5">
            {loginProviders.length > 0 || !data.has_password
              ? "2段階認証とログイン方法"
              : data.has_second_factor
                ? "2段階認証を管理"
                : "2段階認証を設定"}
          </ButtonLink>
        </ProfileBlock>
      )}
      <MailBlock />
      <SessionsBlock />
      <ProfileBlock title="領収書">
        <p className="phrase max-w-reading">お支払いの領収書を年ごとに受け取れます。宛名も設定できます。</p>
        <ButtonLink to="/profile/receipts" look="secondary" className="mt-4">
          領収書と宛名
        </ButtonLink>
      </ProfileBlock>
      <Suspense>
        <GiftsBlock />
      </Suspense>
      <Suspense>
        <AgreementsBlock />
      </Suspense>
      <ExportBlock />
      {data && <LeaveBlock profile={data} />}
    </ProfileSubpage>
  );
}

/** Loaded on demand: few members close their account, and the dialog needs the form libraries. */
const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** 退会 (closing the account). */
function LeaveBlock({ profile }: { profile: Profile }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <ProfileBlock title="退会">
      <p className="phrase max-w-reading">
        アカウントと、保存されているデータを削除します。先にデータをダウンロードしておくことができます。
      </p>
      <Button look="warning" className="mt-4" onClick={() => setDialogOpen(true)}>
        退会の手続きへ
      </Button>
      {isDialogOpen && (
        <Suspense fallback={null}>
          <LeaveDialog profile={profile} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </ProfileBlock>
  );
}

/** Downloads the member's stored data as a file. */
function ExportBlock() {
  const download = useWrite(contract.profile.export, {
    changes: [],
    onSuccess: (data) => saveFile("account-data.json", "application/json", JSON.stringify(data, null, 2)),
  });
  return (
    <ProfileBlock title="データのダウンロード">
      <p className="phrase max-w-reading">
        プロフィール、お気に入り、視聴履歴など、ご本人について保存しているデータを1つのファイル（JSON形式）で受け取れます。
      </p>
      <MutationState
        of={download}
        failed="データのダウンロードに失敗しました。もう一度お試しください。"
        className="mt-4"
      />
      <Button look="secondary" className="mt-4" isBusy={download.isPending} onClick={() => download.mutate({})}>
        データをダウンロード
      </Button>
    </ProfileBlock>
  );
}

const THEMES: [Theme, string, string][] = [
  ["system", "自動", "端末の設定に合わせる"],
  ["light", "ライト", "明るい画面"],
  ["dark", "ダーク", "暗い画面"],
];

function ThemeBlock() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <ProfileBlock title="画面の表示">
      <fieldset className="grid justify-items-start">
        <legend className="sr-only">画面の明るさ</legend>
        {THEMES.map(([value, label, meaning]) => (
          <label key={value} className="flex min-h-target cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                chooseTheme(value);
                setTheme(value);
              }}
              className="size-5"
            />
            <span>
              {label}
              <span className="text-muted">（{meaning}）</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ProfileBlock>
  );
}
