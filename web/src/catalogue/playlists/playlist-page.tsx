import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense, useState } from "react";
import { useLocation, useParams } from "react-router";
import type { ApiError } from "../../api/calls.ts";
import type { PlaylistDetail } from "../../api/answers.ts";
import { playlistQuery } from "./playlist-detail.ts";
import { PlaylistEntries } from "./playlist-entries.tsx";
import { PlaylistHeader } from "./playlist-header.tsx";
import { useIsStaff } from "../../api/profile.ts";
import { useMarked } from "../courses/unsent-marks.ts";
import { DeadEnd } from "../../ui/page/dead-end.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { useLocked } from "../videos/use-locked.ts";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";

type EditPlaylist = ComponentType<{ id: string; onEnd: () => void }>;

/** @param Edit the staff's form, which takes the page's place while they edit */
export function playlistPage(Edit: EditPlaylist) {
  return function PlaylistPage() {
    const { id = "" } = useParams();
    return <PlaylistScreen key={id} id={id} Edit={Edit} />;
  };
}

function PlaylistScreen({ id, Edit }: { id: string; Edit: EditPlaylist }) {
  const { state } = useLocation();
  const isStaff = useIsStaff();
  const [isEditing, setEditing] = useState((state as { isEditing?: boolean } | null)?.isEditing === true);
  const found = useQuery(playlistQuery(id));
  const { data, error } = found;
  usePageTitle(data?.title ?? "再生リスト");
  if (isEditing && isStaff && !isGone(error)) {
    return (
      <Suspense fallback={<PlaylistSkeleton />}>
        <Edit id={id} onEnd={() => setEditing(false)} />
      </Suspense>
    );
  }
  if (data) return <Playlist playlist={data} onEdit={isStaff ? () => setEditing(true) : null} />;
  if (!error) return <PlaylistSkeleton />;
  if (isGone(error)) return <NoSuchPlaylist />;
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-6 md:px-6">
      <h1 className="text-xl">再生リスト</h1>
      <Failure query={found} message="再生リストの読み込みに失敗しました" />
    </div>
  );
}

/** The server answers 400 to ids that cannot exist. */
function isGone(error: ApiError | null): boolean {
  return error?.status === 404 || error?.status === 400;
}

interface PlaylistProps {
  playlist: PlaylistDetail;
  /** Null for members who may not edit. */
  onEdit: (() => void) | null;
}

function Playlist({ playlist, onEdit }: PlaylistProps) {
  const isLocked = useLocked();
  const videos = useMarked(playlist.videos);
  const marked = { ...playlist, videos: [...videos] };
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-6 md:px-6 xl:grid-cols-[min(22rem,40%)_minmax(0,1fr)] xl:gap-10">
      <div className="grid content-start gap-5 xl:sticky xl:top-22 xl:self-start">
        <PlaylistHeader playlist={marked} isLocked={isLocked} />
        {onEdit && (
          <Button look="secondary" className="justify-self-start" onClick={onEdit}>
            再生リストを編集
          </Button>
        )}
      </div>
      {playlist.videos.length > 0 ? (
        <PlaylistEntries playlist={marked} isLocked={isLocked} />
      ) : (
        <EmptyState action={<ButtonLink to="/playlists">ほかの再生リストを見る</ButtonLink>}>
          この再生リストに動画はありません。追加されると、ここに並びます。
        </EmptyState>
      )}
    </div>
  );
}

function NoSuchPlaylist() {
  usePageTitle("再生リストが見つかりません");
  return (
    <DeadEnd title="再生リストが見つかりません。" text="削除されたか、URLが間違っている可能性があります。">
      <ButtonLink to="/playlists">ほかの再生リストを見る</ButtonLink>
    </DeadEnd>
  );
}

function PlaylistSkeleton() {
  return (
    <SkeletonGroup className="mx-auto grid w-full max-w-page gap-8 px-4 py-6 md:px-6 xl:grid-cols-[min(22rem,40%)_minmax(0,1fr)] xl:gap-10">
      <div className="grid content-start gap-5 md:grid-cols-[min(16rem,40%)_minmax(0,1fr)] xl:grid-cols-1">
        <Skeleton className="aspect-video rounded-lg max-md:hidden" />
        <div className="grid content-start gap-3">
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-20" />
        </div>
      </div>
      <div className="grid content-start gap-6">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="grid grid-cols-[min(12rem,30%)_minmax(0,1fr)] gap-3">
            <Skeleton className="aspect-video rounded-lg" />
            <div className="grid content-center gap-2">
              <Skeleton className="h-5" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
