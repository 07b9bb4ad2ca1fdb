import { useState } from "react";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Section } from "../../ui/page/section.tsx";
import { ChapterCsv } from "./chapter-csv.tsx";
import { ChapterForm, type ChapterPlayer } from "./chapter-form.tsx";
import { ChapterList } from "./chapter-list.tsx";

/** The message about the last change, shown in the part that changed. */
interface Done {
  part: "list" | "new";
  message: string;
  takesFocus: boolean | undefined;
  number: number;
}

interface ChapterManagerProps {
  videoId: number;
  /** Absent: no player stands beside the chapters. */
  player?: ChapterPlayer;
}

/** The chapters of a video: list, form and CSV. */
export function ChapterManager({ videoId, player }: ChapterManagerProps) {
  const [done, setDone] = useState<Done | null>(null);
  const report = (part: Done["part"]) => (message: string, takesFocus?: boolean) =>
    setDone({ part, message, takesFocus, number: (done?.number ?? 0) + 1 });
  // The number remounts the banner, so that screen readers announce a repeated message.
  const doneIn = (part: Done["part"]) => done?.part === part && <DoneBanner key={done.number} {...done} />;
  return (
    <>
      <Section title="チャプター一覧">
        {doneIn("list")}
        <ChapterList videoId={videoId} player={player} onDone={report("list")} />
      </Section>
      <Section title="チャプターを作成">
        <ChapterForm videoId={videoId} chapter={null} player={player} onSaved={report("new")} />
        {doneIn("new")}
      </Section>
      <Section title="CSVで一括登録">
        <ChapterCsv videoId={videoId} />
      </Section>
    </>
  );
}
