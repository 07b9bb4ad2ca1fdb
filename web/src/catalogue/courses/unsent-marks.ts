import { contract } from "@manabiya/contract";
import { useMemo } from "react";
import type { PlaylistDetail } from "../../api/answers.ts";
import { ApiError, call } from "../../api/calls.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Lesson } from "../playlists/playlist-detail.ts";
import { isTemporary, keepUnsent } from "../saved/keep-unsent.ts";

/** A member's word on a lesson that the server has not stored yet. */
interface UnsentMark {
  /** The video's. */
  id: number;
  is_finished: boolean;
}

const PREFIX = "manabiya:marks:";

const unsent = keepUnsent<UnsentMark>(PREFIX, send, [contract.playlists.get.url]);
const stateOf = ({ is_finished }: UnsentMark) => is_finished;

export const markLesson = unsent.save;

/** The lessons with what the member marked here. */
export function useMarked(lessons: readonly Lesson[]): readonly Lesson[] {
  const marks = unsent.use();
  return useMemo(() => {
    if (marks.length === 0) return lessons;
    const states = new Map(marks.map(({ id, is_finished }) => [id, is_finished]));
    return lessons.map((lesson) => {
      const is_finished = states.get(lesson.video.id);
      return is_finished === undefined ? lesson : { ...lesson, is_finished };
    });
  }, [lessons, marks]);
}

async function send(mark: UnsentMark): Promise<boolean> {
  const sender = unsent.owner();
  const { id, is_finished } = mark;
  try {
    await call(contract.courses.mark, { params: { id: String(id) }, body: { is_finished } });
    if (sender !== unsent.owner()) return false;
    showMark(mark);
  } catch (error) {
    if (!(error instanceof ApiError) || sender !== unsent.owner() || isTemporary(error)) return false;
    // The lesson has left the service: there is nothing to mark.
    console.warn(`the mark of video ${id} was refused:`, error);
  }
  unsent.settle(mark, stateOf, null, (later) => later);
  return true;
}

/** Playlists show the stored mark without another request. */
function showMark({ id, is_finished }: UnsentMark): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [contract.playlists.get.url] })) {
    const data = query.state.data as PlaylistDetail | undefined;
    if (!data) continue;
    const isMarked = ({ video }: PlaylistDetail["videos"][number]) => video.id === id;
    const videos = data.videos.map((lesson) => (isMarked(lesson) ? { ...lesson, is_finished } : lesson));
    // An answer under way may be older than the mark.
    void query.cancel({ revert: true });
    // Unlike setQueryData this keeps stale data stale.
    query.setState({ data: { ...data, videos } });
  }
}
