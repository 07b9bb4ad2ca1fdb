import { contract } from "@manabiya/contract";
import { lazy } from "react";
import { call, query } from "../../api/calls.ts";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { changedNames, formOf, valuesOf } from "./site-fields.ts";
import { VersionedScreen } from "./versioned-screen.tsx";

const SiteForm = lazy(() => loadPageFile(() => import("./site-form.tsx")));

/** The screen on which the operator makes the service theirs. */
export default function SitePage() {
  return (
    <VersionedScreen
      title="サイトの設定"
      options={query(contract.adminSite.read)}
      message="サイトの設定を読み込めませんでした。"
      noun="設定"
      changedNames={changedNames}
      restore={(version, { current: { revision } }) =>
        call(contract.adminSite.update, { body: { ...formOf(valuesOf(version)), revision } })
      }
      onChange={({ current }, after) => void import("./show-site.ts").then(({ showSite }) => showSite(current, after))}
    >
      {(screen, show) => <SiteForm screen={screen} onSaved={show} />}
    </VersionedScreen>
  );
}
