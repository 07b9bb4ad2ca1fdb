import { useParams } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { LoadedVideo } from "../table/picked-video.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { VideoEditor } from "./video-editor.tsx";

const OTHERS = (
  <ButtonLink look="secondary" to="/admin/videos">
    動画一覧へ
  </ButtonLink>
);

export default function AdminVideoEditorPage() {
  const { id = "" } = useParams();
  return (
    <StaffPage title="動画の編集">
      <LoadedVideo key={id} id={id} another={OTHERS}>
        {(video) => <VideoEditor video={video} />}
      </LoadedVideo>
    </StaffPage>
  );
}
