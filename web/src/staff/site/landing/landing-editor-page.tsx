import { contract } from "@manabiya/contract";
import type { DocumentScreen } from "@manabiya/contract/site/documents.ts";
import type { LandingContent, LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import { lazy } from "react";
import { useLocation } from "react-router";
import { call, query } from "../../../api/calls.ts";
import { loadPageFile } from "../../../ui/page/page-file.ts";
import { VersionedScreen } from "../versioned-screen.tsx";
import { changedParts } from "./parts.ts";

const LandingForm = lazy(() => loadPageFile(() => import("./landing-form.tsx")));

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
  const publish = (content: LandingContent, revision: number | undefined): Promise<Screen> =>
    call(calls.update, { body: { content, ...(revision !== undefined && { revision }) } });
  return (
    <VersionedScreen
      title={title}
      actions={
        <a href={path} target="_blank" rel="noopener" className="inline-flex min-h-target items-center text-primary">
          公開中のページを見る
        </a>
      }
      options={query(calls.read)}
      message="ページの内容を読み込めませんでした。"
      noun="内容"
      changedNames={(one, other) => changedParts(one.content, other.content)}
      restore={({ content }, { current }) => publish(content, current.revision)}
    >
      {({ current, earlier }, show) => (
        <LandingForm
          variant={variant satisfies LandingVariant}
          current={current}
          sample={(earlier.at(-1) ?? current).content}
          publish={publish}
          onPublished={(screen) => show(screen, "公開しました。")}
        />
      )}
    </VersionedScreen>
  );
}
