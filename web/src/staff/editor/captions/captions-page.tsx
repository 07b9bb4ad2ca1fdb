import { contract } from "@manabiya/contract";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useParams } from "react-router";
import { useRead } from "../../../api/calls.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { LoadedVideo } from "../../table/picked-video.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { CaptionsEditor } from "./captions-editor.tsx";

export default function AdminCaptionsPage() {
  const { id = "" } = useParams();
  return (
    <StaffPage title="字幕の編集" back={{ to: `/admin/videos/${encodeURIComponent(id)}`, name: "動画の編集" }}>
      <LoadedVideo key={id} id={id}>
        {(video) => <LoadedCaptions video={video} />}
      </LoadedVideo>
    </StaffPage>
  );
}

function LoadedCaptions({ video }: { video: AdminVideo }) {
  const found = useRead(contract.adminCaptions.get, { params: { id: String(video.id) } });
  return (
    <Loaded query={found} message="字幕を読み込めませんでした。">
      {(data) => <CaptionsEditor video={video} captions={data} />}
    </Loaded>
  );
}
