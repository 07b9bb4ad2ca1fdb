import { useId, useState, type ReactNode } from "react";
import { Banner } from "../ui/banner.tsx";
import { ChapterCsv } from "./chapter-csv.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { NewChapter } from "./new-chapter.tsx";

/** All that is done with the chapters of one video. */
export function ChapterManager({ videoId }: { videoId: number }) {
  const [message, setMessage] = useState<string | null>(null);
  return (
    <>
      {message !== null && <Banner tone="success">{message}</Banner>}
      <Part title="チャプター一覧">
        <ChapterList videoId={videoId} onDone={setMessage} />
      </Part>
      <Part title="チャプターを作成">
        <NewChapter videoId={videoId} onDone={setMessage} />
      </Part>
      <Part title="CSVで一括登録">
        <ChapterCsv videoId={videoId} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
