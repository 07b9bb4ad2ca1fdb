import { lazy, Suspense, useState } from "react";
import type { Profile } from "../../api/answers.ts";
import { Button } from "../../ui/button.tsx";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";

/** Loaded on demand: few members close their account, and the dialog needs the form libraries. */
const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** 退会 (closing the account). */
export function LeaveBlock({ profile }: { profile: Profile }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <ProfileBlock title="退会">
      <p className="phrase max-w-reading">
        アカウントと、保存されているデータを削除します。先にデータをダウンロードしておくことができます。
      </p>
      <Button look="secondary" className="mt-4" onClick={() => setDialogOpen(true)}>
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
