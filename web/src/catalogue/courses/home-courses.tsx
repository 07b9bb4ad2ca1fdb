import { contract } from "@manabiya/contract";
import type { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Playlist } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";
import { HomeSection } from "../home/home-section.tsx";
import { Phrases } from "../phrases.tsx";
import { usePlaylists } from "../playlists/playlist-list.ts";
import { PlaylistThumbnail } from "../playlists/playlist-thumbnail.tsx";
import { COVERING_LINK } from "../videos/card-link.tsx";
import { CourseLine } from "./course-line.tsx";

/** One row on wide screens. */
const SHOWN = 3;

/** The begun courses at the end of home. They are read when the member comes near, because most visits end above. */
export default function HomeCourses() {
  const [isNear, setNear] = useState(false);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "300px",
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark}>{isNear && <Courses />}</div>;
}

function Courses() {
  const { data: playlists = [] } = usePlaylists();
  const { data } = useQuery({ ...query(contract.courses.list), staleTime: 0 });
  const shown = (data?.results ?? []).flatMap((course) => {
    const playlist = playlists.find(({ id }) => id === course.id);
    return playlist && course.finished_count < course.video_count ? [{ playlist, course }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <HomeSection title="学習中の再生リスト" to="/playlists">
      <ul className="grid gap-4 @min-[56rem]:grid-cols-3">
        {shown.slice(0, SHOWN).map((entry) => (
          <li key={entry.playlist.id}>
            <Course {...entry} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

function Course({ playlist, course }: { playlist: Playlist; course: BegunCourse }) {
  return (
    <article className="group relative grid grid-cols-[min(7rem,40%)_minmax(0,1fr)] items-center gap-3">
      <div className="overflow-hidden rounded-lg border">
        <PlaylistThumbnail playlist={playlist} sizes="7rem" isEager={false} />
      </div>
      <div className="grid gap-1">
        <h3 className="line-clamp-2 text-sm leading-normal text-wrap wrap-anywhere">
          <Link to={`/playlists/${playlist.id}`} className={COVERING_LINK}>
            <Phrases text={playlist.title} breaks={playlist.title_breaks} />
          </Link>
        </h3>
        <CourseLine finished={course.finished_count} count={course.video_count} />
      </div>
    </article>
  );
}
