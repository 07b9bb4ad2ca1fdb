import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { VideoCard } from "../../api/answers.ts";
import type { ApiError } from "../../api/calls.ts";
import { pageOf } from "../../paging/list-address.ts";
import { rangeOf } from "../../paging/range-of.ts";

/** Long enough to watch a video and return to the unchanged list. */
const TWO_HOURS = 2 * 60 * 60 * 1000;

/** The shape of the contract's `paged`. */
export interface Paged<V> {
  results: V[];
  count: number;
  next: string | null;
  previous: string | null;
}

export type VideoList<V extends VideoCard = VideoCard> = ReturnType<typeof useVideoList<V>>;

interface PageInput {
  querystring?: object;
}

/** True if two query keys name pages of the same list, in any order. */
function isSameList(a: QueryKey | undefined, b: QueryKey): boolean {
  const [list, other] = [a, b].map((key) => {
    const [url, input] = (key ?? []) as [string?, PageInput?];
    const anyPage = { ...input?.querystring, page: 0, sort: 0, ordering: 0 };
    return JSON.stringify([url, { ...input, querystring: anyPage }]);
  });
  return list === other;
}

/**
 * The page of a list that the address names. The previous page stays visible while another loads.
 * @param isListed false for a video that has left the list since it was fetched
 */
export function useVideoList<V extends VideoCard>(
  options: UseQueryOptions<Paged<V>, ApiError> & { queryKey: QueryKey },
  isListed: (video: V) => boolean = () => true,
) {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...options,
    gcTime: TWO_HOURS,
    placeholderData: (before, query) => (isSameList(query?.queryKey, options.queryKey) ? before : undefined),
  });
  const videos = data?.results.filter(isListed) ?? [];
  const gone = data ? data.results.length - videos.length : 0;
  const count = data ? data.count - gone : 0;
  return {
    videos,
    count,
    page,
    last: pageCount(count),
    range: rangeOf({ count, page, pageSize: PAGE_SIZE, shown: videos.length }),
    hasData: data !== undefined,
    isEmpty: data !== undefined && count === 0,
    /** The address names a page beyond the last one. */
    isBeyond: data !== undefined && !isPlaceholderData && videos.length === 0 && count > 0,
    /** The previous page is still shown. */
    isOtherPage: isPlaceholderData,
    error,
    isFetching,
    refetch: () => void refetch(),
  };
}
