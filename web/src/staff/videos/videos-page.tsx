import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { StaffPage } from "../table/staff-layout.tsx";
import { FilmSum } from "./films/film-sum.tsx";
import { VideoList } from "./video-list.tsx";
import { withFilter } from "../../paging/change-address.ts";
import { Toast, ToastLink } from "../../lists/toast.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/spinner.tsx";

const NewVideoForm = lazy(() => import("./new-video-form.tsx"));

export default function AdminVideosPage() {
  const [done, setDone] = useState<{ message: string; video: AdminVideo | undefined } | null>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || search.has("new");
  /** A closed form keeps what was typed. */
  const [isMounted, setMounted] = useState(false);
  if (isOpen && !isMounted) setMounted(true);
  return (
    <StaffPage
      title="動画管理"
      actions={
        <Button
          look="secondary"
          aria-expanded={isOpen}
          onClick={() => {
            setOpened(!isOpen);
            if (search.has("new")) void navigate(withFilter(search, "new", null), { replace: true });
          }}
        >
          <Plus aria-hidden className="size-5" />
          動画を登録する
        </Button>
      }
    >
      {isMounted && (
        <div hidden={!isOpen} className="rounded-lg border bg-surface p-5">
          <Suspense fallback={<Loading />}>
            <NewVideoForm
              onCreated={(video) => {
                setDone({ message: `「${video.title}」を登録しました。`, video });
                setOpened(true);
                // The unfiltered list shows the newest video first.
                void navigate({ search: "" }, { replace: true });
              }}
            />
          </Suspense>
        </div>
      )}
      <VideoList onDone={(message, video) => setDone({ message, video })} />
      <FilmSum />
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
