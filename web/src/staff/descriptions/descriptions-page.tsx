import { PickedVideo } from "../admin/picked-video.tsx";
import { StaffPage } from "../admin/staff-page.tsx";
import { DescriptionForm } from "../admin-videos/description-form.tsx";

export default function AdminDescriptionPage() {
  return (
    <StaffPage title="概要文管理">
      <PickedVideo>{(video) => <DescriptionForm video={video} />}</PickedVideo>
    </StaffPage>
  );
}
