import { Link, useParams, useSearchParams } from "react-router";
import { useCategories } from "./category-list.ts";
import { ListLayout } from "../list/list-layout.tsx";
import { categoryQuery } from "../list/list-queries.ts";
import { SortSelect } from "../../paging/address-select.tsx";
import { useVideoList } from "../list/use-video-list.ts";
import { VideoListView } from "../list/video-list-view.tsx";
import { DeadEnd } from "../../ui/page/dead-end.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { CategoryBranch } from "./nest-categories.ts";

export default function CategoryPage() {
  const { id = "" } = useParams();
  const [search] = useSearchParams();
  const list = useVideoList(categoryQuery(id, search));
  const { data: branches, isPending } = useCategories();
  const branch = branches?.find((top) => [top, ...top.children].some((category) => String(category.id) === id));
  const category = branch && [branch, ...branch.children].find((category) => String(category.id) === id);
  const title = category?.name ?? "カテゴリー";
  usePageTitle(title);

  // 400: the address holds no number.
  if (list.error?.status === 404 || list.error?.status === 400) return <NoSuchCategory />;
  return (
    <ListLayout
      title={title}
      above={
        branch &&
        branch !== category && (
          <Link
            to={`/category/${branch.id}`}
            className="-mb-2 inline-flex min-h-target items-center text-muted underline-offset-4 hover:underline"
          >
            {branch.name}
          </Link>
        )
      }
      below={
        branch ? <CategoryChips branch={branch} current={Number(id)} /> : isPending && <Skeleton className="h-target" />
      }
      list={list}
      sort={!list.isEmpty && <SortSelect />}
    >
      <VideoListView
        list={list}
        failure="動画の取得中にエラーが発生しました。"
        empty={
          <EmptyState action={<ButtonLink to="/new-videos">新着動画を見る</ButtonLink>}>
            このカテゴリーの動画はありません。ほかのカテゴリーの動画もご覧ください。
          </EmptyState>
        }
      />
    </ListLayout>
  );
}

function NoSuchCategory() {
  return (
    <DeadEnd title="カテゴリーが見つかりません" text="削除されたか、URLが間違っている可能性があります。">
      <ButtonLink to="/">ホームで動画を探す</ButtonLink>
    </DeadEnd>
  );
}

/** Links between a parent and its children; nothing for a parent without children. */
function CategoryChips({ branch, current }: { branch: CategoryBranch; current: number }) {
  if (branch.children.length === 0) return null;
  const chips = [{ id: branch.id, name: "すべて" }, ...branch.children];
  return (
    <nav aria-label={`${branch.name}のカテゴリー`}>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/category/${id}`}
              aria-current={id === current ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-target items-center rounded-md border px-3.5",
                id === current
                  ? "border-primary bg-primary-soft font-bold text-primary"
                  : "border-control-border bg-surface hover:bg-sunken",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
