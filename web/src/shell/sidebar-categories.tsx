import { Fragment } from "react";
import type { useCategories } from "../catalogue/categories/category-list.ts";
import { SidebarFailure, SidebarHeading, SidebarLink } from "../ui/page/sidebar-link.tsx";

export function SidebarCategories({ categories }: { categories: ReturnType<typeof useCategories> }) {
  return (
    <div role="group" aria-labelledby="sidebar-categories">
      <SidebarHeading id="sidebar-categories">カテゴリー</SidebarHeading>
      <Categories categories={categories} />
    </div>
  );
}

function Categories({ categories }: { categories: ReturnType<typeof useCategories> }) {
  const { data } = categories;
  if (!data) return <SidebarFailure query={categories} message="カテゴリーを読み込めませんでした" />;
  if (data.length === 0) return <p className="px-3 text-muted">カテゴリーはありません</p>;
  return (
    <ul>
      {data.map((parent) => (
        <Fragment key={parent.id}>
          <SidebarLink to={`/category/${parent.id}`}>{parent.name}</SidebarLink>
          {parent.children.length > 0 && (
            <li>
              <ul aria-label={parent.name}>
                {parent.children.map(({ id, name }) => (
                  <SidebarLink key={id} to={`/category/${id}`} isChild>
                    {name}
                  </SidebarLink>
                ))}
              </ul>
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}
