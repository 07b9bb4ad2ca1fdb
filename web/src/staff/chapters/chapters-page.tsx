import { ChapterManager } from "./chapter-manager.tsx";
import { PickedVideo } from "../table/picked-video.tsx";
import { StaffPage } from "../table/staff-layout.tsx";

export default function AdminChaptersPage() {
  return (
    <StaffPage title="チャプター管理">
      <PickedVideo>{(video) => <ChapterManager videoId={video.id} />}</PickedVideo>
    </StaffPage>
  );
}
