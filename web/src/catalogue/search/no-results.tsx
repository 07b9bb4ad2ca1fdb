import { contract } from "@manabiya/contract";
import { Hash, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { wordsOf } from "../../paging/list-address.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const searchPath = (q: string) => `/search?${new URLSearchParams({ q, type: "all" })}`;

/** An empty result leads on: to searches near this one, and to popular tags. */
export function NoResults() {
  const [search] = useSearchParams();
  const { q } = wordsOf(search);
  const subject = q && `「${q}」に`;
  const { data } = useRead(contract.suggestions.otherSearches, { querystring: { q } }, { retry: false });
  return (
    <div className="grid gap-6">
      <EmptyState action={<OtherVideosLink />}>
        {subject}一致する動画はありません。言葉を短くするか、別の言葉でお試しください。
      </EmptyState>
      {data && data.searches.length > 0 && (
        <Links title="こちらの言葉ではいかがですか">
          {data.searches.map((other) => (
            <Chip key={other.q} q={other.q} icon={<Search aria-hidden className="size-4 shrink-0 text-muted" />}>
              {other.q}
              <span className="shrink-0 text-xs text-muted">{other.count}本の動画</span>
            </Chip>
          ))}
        </Links>
      )}
      {data && data.tags.length > 0 && (
        <Links title="よく使われているタグ">
          {data.tags.map(({ id, name }) => (
            <Chip key={id} q={name} icon={<Hash aria-hidden className="size-4 shrink-0 text-muted" />}>
              {name}
            </Chip>
          ))}
        </Links>
      )}
    </div>
  );
}

function Links({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-base">{title}</h2>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </section>
  );
}

function Chip({ q, icon, children }: { q: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li className="max-w-full">
      <Link
        to={searchPath(q)}
        className="flex min-h-target items-center gap-2 rounded-md border bg-surface px-3 hover:bg-sunken"
      >
        {icon}
        {children}
      </Link>
    </li>
  );
}

function OtherVideosLink() {
  const [search] = useSearchParams();
  const { q, type, category } = wordsOf(search);
  if (type === "all" && category === undefined) {
    return <ButtonLink to="/new-videos">新着動画を見る</ButtonLink>;
  }
  return <ButtonLink to={searchPath(q)}>すべての動画から探す</ButtonLink>;
}
