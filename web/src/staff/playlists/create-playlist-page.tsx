import { contract } from "@manabiya/contract";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import type { ManagedPlaylist } from "@manabiya/contract/staff/playlists.ts";
import { Navigate, useNavigate } from "react-router";
import { useProfile } from "../../api/profile.ts";
import { call } from "../../api/calls.ts";
import { RecordForm } from "../../forms/record-form.tsx";
import { UnsavedGuard } from "../../forms/unsaved.tsx";
import { useRecordForm } from "../../forms/use-record-form.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { PLAYLIST_FORM, PlaylistFields, type PlaylistValues } from "./playlist-form.tsx";

export default function PlaylistsCreatePage() {
  usePageTitle("再生リストの作成");
  const found = useProfile();
  const { data } = found;
  if (data && !isStaff(data)) return <Navigate replace to="/playlists" />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">再生リストの作成</h1>
      {!data && <NotLoaded query={found} message="プロファイル情報の取得に失敗しました。" />}
      {data && <NewPlaylist />}
    </div>
  );
}

function NewPlaylist() {
  const navigate = useNavigate();
  const state = useRecordForm<PlaylistValues, ManagedPlaylist, Playlist>({
    ...PLAYLIST_FORM,
    save: (body) => call(contract.playlistManagement.create, { body }),
    onSaved: ({ id }) => void navigate(`/playlists/${id}`, { state: { isEditing: true } }),
    // The form stays filled until the next screen appears.
    nextValues: (saved) => saved,
    failed: "再生リストの作成に失敗しました。",
    part: "new",
    recoverAs: "new playlist",
  });
  return (
    <div className="rounded-lg border bg-surface p-5 md:p-6">
      <UnsavedGuard />
      <RecordForm
        state={state}
        submitLabel="作成する"
        isDisabled={state.saved !== undefined}
        actions={
          <ButtonLink to="/playlists" look="secondary">
            キャンセル
          </ButtonLink>
        }
      >
        <PlaylistFields field={state.field} />
      </RecordForm>
    </div>
  );
}
