import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { type ReactNode, useRef } from "react";
import { useParams } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { LoadedVideo } from "../table/picked-video.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { SavedTogether } from "../../forms/saved-together.tsx";
import type { VideoPlayerHandle } from "../../player/video-player.tsx";
import { ChapterManager } from "../chapters/chapter-manager.tsx";
import { DescriptionForm } from "../chapters/description-form.tsx";
import { useNewest } from "../videos/use-admin-videos.ts";
import { VideoEdit } from "../videos/video-edit.tsx";
import { EditorPlayer, useEditorPlayer } from "./editor-player.tsx";
import { FilmPanel } from "../videos/films/film-panel.tsx";
import { OpeningSwitch } from "./opening-switch.tsx";
import { PlaylistBoxes } from "./playlist-boxes.tsx";

export default function AdminVideoEditorPage() {
  const { id = "" } = useParams();
  return (
    <StaffPage title="動画の編集">
      <LoadedVideo key={id} id={id}>
        {(video) => <VideoEditor video={video} />}
      </LoadedVideo>
    </StaffPage>
  );
}

const PARTS = {
  basics: "基本情報",
  film: "画質",
  description: "概要文",
  chapters: "チャプター",
  captions: "字幕",
  playlists: "再生リスト",
  opening: "無料公開",
};

/** Everything about one video in one place. Each part is the form of a separate screen; all are saved together. */
function VideoEditor({ video }: { video: AdminVideo }) {
  const handle = useRef<VideoPlayerHandle>(null);
  const player = useEditorPlayer(handle);
  const { host, video_id } = useNewest(video);
  const shown = Object.entries(PARTS).filter(([id]) => id !== "film" || host === "file");
  return (
    <SavedTogether>
      <nav aria-label="この画面の項目">
        <ul className="flex flex-wrap gap-x-5">
          {shown.map(([id, name]) => (
            <li key={id}>
              <button type="button" onClick={() => goTo(id)} className="link">
                {name}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Part id="basics">
        <VideoEdit video={video} />
      </Part>
      {host === "file" && (
        <Part id="film">
          <FilmPanel key={video_id} videoId={video.id} />
        </Part>
      )}
      <Part id="description">
        <DescriptionForm video={video} />
      </Part>
      <Part id="chapters">
        <div className="grid items-start gap-6 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] @4xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <EditorPlayer video={video} player={player} handle={handle} />
          <div className="grid min-w-0 gap-6 @max-3xl:portrait:**:scroll-mt-[calc(60vw+var(--save-bar))]">
            <ChapterManager videoId={video.id} player={player.forChapters} />
          </div>
        </div>
      </Part>
      <Part id="captions">
        <p className="phrase">字幕を公開すると、文字起こしの表示と、字幕の検索もできるようになります。</p>
        <ButtonLink look="secondary" className="justify-self-start" to={`/admin/videos/${video.id}/captions`}>
          字幕を編集
        </ButtonLink>
      </Part>
      <Part id="playlists">
        <PlaylistBoxes video={video} />
      </Part>
      <Part id="opening">
        <OpeningSwitch video={video} />
      </Part>
    </SavedTogether>
  );
}

/** The address stays, so that the history holds the screens alone. */
function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

function Part({ id, children }: { id: keyof typeof PARTS; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t pt-6">
      <h2 id={id} tabIndex={-1} className="text-lg outline-none">
        {PARTS[id]}
      </h2>
      {children}
    </section>
  );
}
