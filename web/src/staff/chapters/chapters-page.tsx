import { PickedVideo } from "../admin/picked-video.tsx";
import { StaffPage } from "../admin/staff-page.tsx";
import { ChapterManager } from "../admin-chapters/chapter-manager.tsx";

export default function AdminChaptersPage() {
  return (
    <StaffPage title="チャプター管理">
      <PickedVideo>{(video) => <ChapterManager videoId={video.id} />}</PickedVideo>
    </StaffPage>
  );
}
