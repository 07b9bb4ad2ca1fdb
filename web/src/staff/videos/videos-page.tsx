import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { StaffPage } from "../table/staff-layout.tsx";
import { VideoList } from "./video-list.tsx";
import { Toast } from "../../lists/toast.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";

const NewVideoForm = lazy(() => import("./new-video-form.tsx"));

export default function AdminVideosPage() {
  const [message, setMessage] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <StaffPage
      title="動画管理"
      actions={
        <ButtonLink look="secondary" to="/admin/videos/upload">
          CSVで一括登録
        </ButtonLink>
      }
    >
      <details className="rounded-lg border bg-surface">
        <summary className="flex min-h-target items-center gap-2 px-5 py-3 font-bold text-primary">
          <Plus aria-hidden className="size-5" />
          動画を登録する
        </summary>
        <div className="border-t p-5">
          <Suspense fallback={<Loading />}>
            <NewVideoForm
              onCreated={({ title }) => {
                setMessage(`「${title}」を登録しました。`);
                // The unfiltered list shows the newest video first.
                void navigate({ search: "" }, { replace: true });
              }}
            />
          </Suspense>
        </div>
      </details>
      <VideoList onDone={setMessage} />
      <Toast message={message} onClose={() => setMessage(null)} />
    </StaffPage>
  );
}
