import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../api/calls.ts";
import { Failure } from "../../../ui/loaded.tsx";
import { SkeletonGroup } from "../../../ui/skeleton.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { CurationForm } from "./curation-form.tsx";

/** The screen on which staff choose what home recommends. */
export default function HomeCurationPage() {
  const curation = useQuery(query(contract.adminHome.get));
  const playlists = useQuery(query(contract.playlists.list));
  const failed = [curation, playlists].filter(({ isError, data }) => isError && !data);
  return (
    <StaffPage title="ホーム管理">
      {failed.length > 0 && (
        <Failure
          message="ホームの設定を読み込めませんでした。"
          query={{ isFetching: false, refetch: () => failed.forEach(({ refetch }) => void refetch()) }}
        />
      )}
      {failed.length === 0 && !(curation.data && playlists.data) && <SkeletonGroup blocks={["h-100"]} />}
      {curation.data && playlists.data && <CurationForm curation={curation.data} playlists={playlists.data} />}
    </StaffPage>
  );
}
