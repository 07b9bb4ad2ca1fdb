import { HistoryList } from "./history-list.tsx";
import { usePageTitle } from "../../shell/use-page-title.ts";

const TITLE = "視聴履歴";

export default function WatchHistoryPage() {
  usePageTitle(TITLE);
  return <HistoryList title={TITLE} />;
}
