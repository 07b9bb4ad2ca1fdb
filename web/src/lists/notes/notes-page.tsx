import { contract } from "@manabiya/contract";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { SEARCH_MAX } from "@manabiya/contract/rules/search-text.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { useRead, useWrite } from "../../api/calls.ts";
import { MutationState } from "../../api/mutation-state.tsx";
import { ClockTime } from "../../catalogue/videos/clock-time.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TextField } from "../../ui/text-field.tsx";
import { withFilter, withPage } from "../../paging/change-address.ts";
import { pageOf } from "../../paging/list-address.ts";
import { Pager } from "../../paging/pager.tsx";
import { NoteItem, type ShownNote, withUnsent } from "./note-item.tsx";
import { useUnsentNotes } from "./unsent-notes.ts";

export default function NotesPage() {
  usePageTitle("メモ");
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-6 md:py-8">
      <h1 className="text-xl">メモ</h1>
      <Notes />
    </div>
  );
}

function Search() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <form
      role="search"
      aria-label="メモの検索"
      className="grid grid-cols-[1fr_auto] items-end gap-3"
      action={(form) => {
        const words = form.get("q");
        void navigate(withFilter(search, "q", typeof words === "string" ? words.trim() || null : null));
      }}
    >
      <TextField
        key={search.get("q")}
        label="メモを検索"
        name="q"
        type="search"
        enterKeyHint="search"
        maxLength={SEARCH_MAX}
        defaultValue={search.get("q") ?? ""}
      />
      <Button type="submit" look="secondary">
        検索
      </Button>
    </form>
  );
}

function Notes() {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const q = (search.get("q") ?? "").slice(0, SEARCH_MAX);
  const found = useRead(contract.notes.list, { querystring: { page, q } }, { placeholderData: keepPreviousData });
  const { data } = found;
  const unsent = useUnsentNotes();
  if (!data) return <NotLoaded query={found} message="メモを読み込めませんでした。" />;
  const last = pageCount(data.count, PAGE_SIZE);
  if (data.count > 0 && page > last) return <Navigate replace to={withPage(search, last)} />;
  const known = new Set(data.results.map(({ id }) => id));
  const isFirst = page === 1 && q === "";
  const shown = withUnsent(data.results, isFirst ? unsent : unsent.filter(({ id }) => known.has(id)));
  if (shown.length === 0 && q === "") {
    return (
      <EmptyState action={<ButtonLink to="/">ホームへ</ButtonLink>}>
        メモはまだありません。動画を見ながら書いたメモが、ここに並びます。
      </EmptyState>
    );
  }
  return (
    <>
      <Search />
      {shown.length === 0 ? (
        <EmptyState>「{q}」を含むメモはありません。別の言葉でお試しください。</EmptyState>
      ) : (
        <ol aria-label="メモの一覧" className="rounded-lg border bg-surface px-4">
          {shown
            .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
            .map((note) => (
              <NoteItem key={note.id} note={note} position={<PositionLink note={note} />} />
            ))}
        </ol>
      )}
      {data.count > PAGE_SIZE && <Pager current={page} last={last} />}
      <Download />
    </>
  );
}

function PositionLink({ note: { video_id, video_title, second } }: { note: ShownNote }) {
  const position = (
    <span className="wrap-anywhere">
      {video_title} <ClockTime seconds={second} text={formatClock(second)} />
    </span>
  );
  if (video_id === null) return <span className="text-muted">{position}（公開されていない動画）</span>;
  return (
    <Link to={`/video/${video_id}?t=${second}`} className="link">
      {position}
    </Link>
  );
}

function Download() {
  const { mutate, isPending, error } = useWrite(contract.notes.export, { changes: [] });
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="secondary"
        isBusy={isPending}
        onClick={() => mutate({}, { onSuccess: ({ markdown }) => saveFile("notes.md", "text/markdown", markdown) })}
      >
        テキスト（Markdown形式）でダウンロード
      </Button>
      <MutationState of={{ error }} failed="ダウンロードに失敗しました。" />
    </div>
  );
}
