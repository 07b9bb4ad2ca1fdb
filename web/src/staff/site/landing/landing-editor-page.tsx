import { contract } from "@manabiya/contract";
import type { DocumentScreen } from "@manabiya/contract/site/documents.ts";
import type { LandingContent, LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { call, query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { loadPageFile } from "../../../ui/page/page-file.ts";
import { NotLoaded } from "../../../ui/loaded.tsx";
import { SkeletonGroup } from "../../../ui/skeleton.tsx";
import { EarlierVersions } from "../earlier-versions.tsx";
import { useShown } from "../../table/use-shown.ts";
import { StaffPage } from "../../table/staff-layout.tsx";
import { changedParts } from "./parts.ts";

const LandingForm = lazy(() => loadPageFile(() => import("./landing-form.tsx")));

const LOADING = <SkeletonGroup blocks={["h-100"]} />;

const PAGES = {
  "/admin/landing": { variant: "a", title: "会員登録の案内", path: "/landing", calls: contract.landingA },
  "/admin/freelanding": { variant: "b", title: "無料体験の案内", path: "/freelanding", calls: contract.landingB },
} as const;

/** The screen on which the operator writes a landing page. */
export default function LandingEditorPage() {
  const address = useLocation().pathname as keyof typeof PAGES;
  return <LandingEditor key={address} {...PAGES[address]} />;
}

type Screen = DocumentScreen<LandingContent>;

function LandingEditor({ variant, title, path, calls }: (typeof PAGES)[keyof typeof PAGES]) {
  /** The revision that was put back last: the form starts over with it. */
  const [restored, setRestored] = useState(0);
  const { found, data, done, show } = useShown(query(calls.read));
  const publish = (content: LandingContent, revision: number | undefined): Promise<Screen> =>
    call(calls.update, { body: { content, ...(revision !== undefined && { revision }) } });

  return (
    <StaffPage
      title={title}
      actions={
        <a href={path} target="_blank" rel="noopener" className="inline-flex min-h-target items-center text-primary">
          公開中のページを見る
        </a>
      }
    >
      <DoneBanner message={done} />
      {!data && <NotLoaded query={found} message="ページの内容を読み込めませんでした。" skeleton={LOADING} />}
      {data && (
        <Suspense fallback={LOADING}>
          <LandingForm
            key={restored}
            variant={variant satisfies LandingVariant}
            current={data.current}
            sample={(data.earlier.at(-1) ?? data.current).content}
            publish={publish}
            onPublished={(screen) => show(screen, "公開しました。")}
          />
          <EarlierVersions
            noun="内容"
            screen={data}
            changedNames={(one, other) => changedParts(one.content, other.content)}
            restore={(version) => publish(version.content, data.current.revision)}
            onRestored={(screen, message) => {
              show(screen, message);
              setRestored(screen.current.revision);
            }}
          />
        </Suspense>
      )}
    </StaffPage>
  );
}
