import { DescriptionForm } from "./description-form.tsx";
import { PickedVideo } from "../table/picked-video.tsx";
import { StaffPage } from "../table/staff-layout.tsx";

export default function AdminDescriptionPage() {
  return (
    <StaffPage title="概要文管理">
      <PickedVideo>{(video) => <DescriptionForm video={video} />}</PickedVideo>
    </StaffPage>
  );
}
