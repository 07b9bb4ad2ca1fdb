import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { useMutation } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import { UnsavedGuard } from "../../forms/unsaved-guard.tsx";
import { useUnsaved } from "../../forms/unsaved.ts";
import { mutation } from "../../api/calls.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { PlaylistFields } from "./playlist-fields.tsx";
import { usePlaylistForm } from "./playlist-form.ts";
import { useProfile } from "../../accounts/session/profile.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/spinner.tsx";

export default function PlaylistsCreatePage() {
  usePageTitle("再生リストの作成");
  const { data, isPending, isFetching, refetch } = useProfile();
  if (data && !isStaff(data)) return <Navigate replace to="/playlists" />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">再生リストの作成</h1>
      {isPending && <Loading />}
      {!isPending && !data && (
        <Failure
          message="プロファイル情報の取得に失敗しました。"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && <NewPlaylist />}
    </div>
  );
}

function NewPlaylist() {
  const navigate = useNavigate();
  const form = usePlaylistForm({ title: "", description: "" });
  const { errors } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    ...mutation(staff.playlistManagement.create),
    onSuccess: ({ id }) => void navigate(`/playlists/${id}`, { state: { isEditing: true } }),
    onError: (error) => showFailure(form, error, "再生リストの作成に失敗しました。"),
  });
  useUnsaved("new", form.formState.isDirty && !isPending && !isSuccess);
  return (
    <form
      noValidate
      className="grid gap-5 rounded-lg border bg-surface p-5 md:p-6"
      onSubmit={form.handleSubmit((body) => mutate({ body }))}
    >
      <UnsavedGuard />
      <PlaylistFields form={form} />
      {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isPending || isSuccess}>
          作成する
        </Button>
        <ButtonLink to="/playlists" look="secondary">
          やめる
        </ButtonLink>
      </div>
    </form>
  );
}
