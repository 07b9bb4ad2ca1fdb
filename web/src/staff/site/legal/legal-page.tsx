import { contract } from "@manabiya/contract";
import type { LegalScreen } from "@manabiya/contract/legal/admin-legal.ts";
import { LEGAL_PATHS, LEGAL_TITLES } from "@manabiya/contract/legal/compose.ts";
import { LEGAL_PAGES, type LegalPage } from "@manabiya/contract/legal/forms.ts";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { query, sentenceOf, useWrite } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { useShown } from "../../table/use-shown.ts";
import { StaffPage } from "../../table/staff-layout.tsx";
import { LegalForm } from "./legal-form.tsx";

/** The screen on which the operator writes the pages that the law asks for. */
export default function LegalPages() {
  const [search] = useSearchParams();
  const { found, data, done, report, show } = useShown(query(contract.adminLegal.read));
  const page = LEGAL_PAGES.find((name) => name === search.get("page")) ?? "commerce";

  return (
    <StaffPage title="規約と法定表記">
      <nav aria-label="ページの種類" className="flex flex-wrap gap-2">
        {LEGAL_PAGES.map((name) => (
          <Link
            key={name}
            to={`?page=${name}`}
            aria-current={name === page ? "page" : undefined}
            onClick={() => report(null)}
            className="inline-flex min-h-target items-center rounded-md border bg-surface px-4 aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:font-bold"
          >
            {LEGAL_TITLES[name]}
          </Link>
        ))}
      </nav>
      <DoneBanner message={done} />
      {!data && <NotLoaded query={found} message="法定表記を読み込めませんでした。" blocks={["h-100"]} />}
      {data && (
        <>
          <Standing screen={data} page={page} onWithdrawn={show} />
          <LegalForm key={`${page} ${data[page].coming}`} screen={data} page={page} onSaved={show} />
        </>
      )}
    </StaffPage>
  );
}

interface StandingProps {
  screen: LegalScreen;
  page: LegalPage;
  onWithdrawn: (screen: LegalScreen, message: string) => void;
}

/** Shows which version visitors see now, and which one comes. */
function Standing({ screen, page, onWithdrawn }: StandingProps) {
  const { external_url, in_force, coming } = screen[page];
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useWrite(contract.adminLegal.withdraw, {
    onSuccess: (after: LegalScreen) => {
      setConfirming(false);
      onWithdrawn(after, "予定していた版を取り下げました。");
    },
  });
  return (
    <>
      <Banner tone="notice">
        最初の文章は一般的な下書きです。事業に合わせて書き直し、公開する前に弁護士などの専門家に確認してください。
      </Banner>
      {external_url !== null && (
        <Banner tone="notice">
          サーバーの設定により、サイトのリンクは
          <a href={external_url} className="text-primary underline">
            {external_url}
          </a>
          を開きます。ここで公開したページは、その設定を外すと使われます。
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {in_force === null ? (
          <p>まだ公開していません。</p>
        ) : (
          <a href={`${LEGAL_PATHS[page]}/${in_force}`} className="text-primary underline">
            公開中：第{in_force}版
          </a>
        )}
        {coming !== null && (
          <>
            <a href={`${LEGAL_PATHS[page]}/${coming}`} className="text-primary underline">
              予定：第{coming}版
            </a>
            <Button look="secondary" onClick={() => setConfirming(true)}>
              予定を取り下げる
            </Button>
          </>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="予定している版を取り下げますか？"
          confirmLabel="取り下げる"
          isBusy={isPending}
          error={error ? sentenceOf(error, "取り下げに失敗しました。") : undefined}
          onConfirm={() => mutate({ params: { page } })}
          onClose={() => setConfirming(false)}
        >
          公開中の内容がこれからも適用されます。お知らせは下書きに戻り、まだ送っていないメールは送りません。すでに届いた方には、必要に応じてお知らせで説明してください。
        </ConfirmDialog>
      )}
    </>
  );
}
