import { useSearchParams } from "react-router";
import { wordsOf } from "../../paging/list-address.ts";
import { ListLayout } from "../list/list-layout.tsx";
import { SearchResults } from "./search-results.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export default function SearchPage() {
  const [search] = useSearchParams();
  const { q } = wordsOf(search);
  const title = q === "" ? "検索" : `「${q}」の検索結果`;
  usePageTitle(title);
  if (q !== "") return <SearchResults title={title} />;
  return (
    <ListLayout title={title} list={null}>
      <EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>
        検索キーワードを入力してください。字幕の中の言葉でも探せます。
      </EmptyState>
    </ListLayout>
  );
}
