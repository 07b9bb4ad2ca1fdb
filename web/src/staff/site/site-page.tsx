import { contract } from "@manabiya/contract";
import type { SiteScreen } from "@manabiya/contract/site/form.ts";
import { lazy, Suspense, useState } from "react";
import { call, query } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { loadPageFile } from "../../ui/page/page-file.ts";
import { useShown } from "../table/use-shown.ts";
import { StaffPage } from "../table/staff-layout.tsx";
import { EarlierVersions } from "./earlier-versions.tsx";
import { changedNames, formOf, valuesOf } from "./site-fields.ts";

const SiteForm = lazy(() => loadPageFile(() => import("./site-form.tsx")));

const LOADING = <SkeletonGroup blocks={["h-100"]} />;

/** The screen on which the operator makes the service theirs. */
export default function SitePage() {
  const { found, data, done, show: showScreen } = useShown(query(contract.adminSite.read));
  /** The revision that was put back last: the form starts over with it. */
  const [restored, setRestored] = useState(0);

  function show(screen: SiteScreen, message: string): void {
    if (data) void import("./show-site.ts").then(({ showSite }) => showSite(data.current, screen));
    showScreen(screen, message);
  }

  return (
    <StaffPage title="サイトの設定">
      <DoneBanner message={done} />
      {!data && <NotLoaded query={found} message="サイトの設定を読み込めませんでした。" skeleton={LOADING} />}
      {data && (
        <Suspense fallback={LOADING}>
          <SiteForm key={restored} screen={data} onSaved={show} />
          <EarlierVersions
            noun="設定"
            screen={data}
            changedNames={changedNames}
            restore={(version) =>
              call(contract.adminSite.update, {
                body: { ...formOf(valuesOf(version)), revision: data.current.revision },
              })
            }
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
