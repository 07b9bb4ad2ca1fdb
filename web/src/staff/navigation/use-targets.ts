import { contract } from "@manabiya/contract";
import { hasRight } from "@manabiya/contract/rules/staff-rights.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type LucideIcon, UserRound, Video } from "lucide-react";
import { useEffect, useState } from "react";
import { useProfile } from "../../api/profile.ts";
import { useRead } from "../../api/calls.ts";
import { openAreas } from "./screens.ts";

/** Milliseconds without a key press before the server searches. */
const PAUSE = 200;
const SHOWN = 6;

export interface Target {
  to: string;
  label: string;
  note?: string | undefined;
  icon: LucideIcon;
}

interface TargetGroup {
  name: string;
  options: Target[];
  failure?: string | undefined;
}

/** The screens, videos and members that the typed words name. Members need the right to see them. */
export function useTargets(typed: string) {
  const { data: profile } = useProfile();
  const wanted = normalized(typed);
  const q = useSettled(typed.trim().slice(0, 100));
  const searches = q !== "" && wanted !== "";
  const maySeeMembers = profile !== undefined && hasRight(profile, "staff.members");
  const videos = useRead(
    contract.adminVideos.page,
    { querystring: { q } },
    { placeholderData: keepPreviousData, enabled: searches },
  );
  const members = useRead(
    contract.adminMembers.list,
    { querystring: { q } },
    { placeholderData: keepPreviousData, enabled: searches && maySeeMembers },
  );
  const screens = openAreas(profile).flatMap(({ icon, screens }) =>
    screens
      .filter(({ name, path, about = "" }) => normalized(`${name} ${about} ${path}`).includes(wanted))
      .map(({ path, name }) => ({ to: path, label: name, icon })),
  );
  const groups: TargetGroup[] = [{ name: "画面", options: screens }];
  if (searches) {
    groups.push({
      name: "動画",
      failure: videos.isError ? "動画を検索できませんでした。" : undefined,
      options: (videos.data?.results ?? [])
        .slice(0, SHOWN)
        .map(({ id, title, status }) => ({
          to: `/admin/videos/${id}`,
          label: title,
          note: NOTES[status],
          icon: Video,
        })),
    });
  }
  if (searches && maySeeMembers) {
    groups.push({
      name: "会員",
      failure: members.isError ? "会員を検索できませんでした。" : undefined,
      options: (members.data?.results ?? [])
        .slice(0, SHOWN)
        .map(({ id, username, email }) => ({
          to: `/admin/members/${id}`,
          label: `${username}さん`,
          note: email,
          icon: UserRound,
        })),
    });
  }
  const isSearching = wanted !== "" && (q !== typed.trim() || videos.isFetching || members.isFetching);
  return {
    groups: groups.filter(({ options, failure }) => options.length > 0 || failure !== undefined),
    isSearching,
    includesMembers: maySeeMembers,
  };
}

/** Marks the videos that members cannot see. */
const NOTES: Partial<Record<string, string>> = { draft: "下書き", scheduled: "公開予約" };

/** Full-width letters and capitals find the same. */
function normalized(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
