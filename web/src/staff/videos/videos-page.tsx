import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { StaffPage } from "../table/staff-layout.tsx";
import { VideoList } from "./video-list.tsx";
import { Toast, ToastLink } from "../../lists/toast.tsx";
import { Loading } from "../../ui/spinner.tsx";

const NewVideoForm = lazy(() => import("./new-video-form.tsx"));

export default function AdminVideosPage() {
  const [done, setDone] = useState<{ message: string; video: AdminVideo | undefined } | null>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  return (
    <StaffPage title="動画管理">
      <details
        open={isOpen || search.has("new")}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="rounded-lg border bg-surface"
      >
        <summary className="flex min-h-target items-center gap-2 px-5 py-3 font-bold text-primary">
          <Plus aria-hidden className="size-5" />
          動画を登録する
        </summary>
        <div className="border-t p-5">
          <Suspense fallback={<Loading />}>
            <NewVideoForm
              onCreated={(video) => {
                setDone({ message: `「${video.title}」を登録しました。`, video });
                // The unfiltered list shows the newest video first.
                void navigate({ search: "" }, { replace: true });
              }}
            />
          </Suspense>
        </div>
      </details>
      <VideoList onDone={(message, video) => setDone({ message, video })} />
      <Toast
        message={done?.message ?? null}
        action={done?.video && <VideoLinks video={done.video} />}
        onClose={() => setDone(null)}
      />
    </StaffPage>
  );
}

/** Members cannot open a draft, so its page is not offered. */
function VideoLinks({ video: { id, status } }: { video: AdminVideo }) {
  return (
    <>
      {status === "published" && <ToastLink to={`/video/${id}`}>見る</ToastLink>}
      <ToastLink to={`/admin/videos/${id}`}>編集</ToastLink>
    </>
  );
}
