import { contract } from "@manabiya/contract";
import { useRead } from "../../api/calls.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Section } from "../../ui/page/section.tsx";
import { BrowserErrors } from "./browser-errors.tsx";
import { Needs } from "./needs-block.tsx";
import { OpeningList } from "./opening-list.tsx";
import { LastBackup, Yesterday } from "./yesterday.tsx";

/** Today's tasks, and yesterday beside them. */
export function Morning() {
  const found = useRead(contract.dashboard.get);
  const { data, isPending } = found;
  return (
    <>
      {data?.opening && <OpeningList steps={data.opening} />}
      <div className="grid items-start gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @3xl:grid-rows-[auto_1fr]">
        <Section title="今日の確認事項" isPanel className="row-span-2">
          <Loaded query={found} message="データの取得に失敗しました。" blocks={Array<string>(6).fill("h-6")}>
            {(data) => <Needs needs={data.needs} dashboard={found} />}
          </Loaded>
        </Section>
        {isPending && <Skeleton className="h-72 rounded-lg" />}
        {data && <Yesterday {...data.yesterday} />}
        {data?.last_backup_at !== undefined && (
          <LastBackup at={data.last_backup_at} provenAt={data.proven_backup_at ?? null} command={data.backup_command} />
        )}
        {data?.browser_errors && <BrowserErrors {...data.browser_errors} />}
      </div>
    </>
  );
}
