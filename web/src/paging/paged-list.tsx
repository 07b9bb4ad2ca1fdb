import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { keepPreviousData, type queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { ApiError } from "../api/calls.ts";
import { NotLoaded } from "../ui/loaded.tsx";
import { withPage } from "./change-address.ts";
import { pageOf } from "./list-address.ts";
import { Pager } from "./pager.tsx";

interface PagedListProps<T> {
  queryOf: (page: number) => ReturnType<typeof queryOptions<T, ApiError>>;
  /** The failure's message, and the sentence for an error that brings its own. */
  message: string;
  messageOf?: (error: ApiError | null, message: string) => string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The page of a list that the address names, with links to the others. An address beyond the last page leads there. */
export function PagedList<T extends { count: number }>(props: PagedListProps<T>) {
  const { queryOf, message, messageOf, skeleton, children } = props;
  const [search] = useSearchParams();
  const page = pageOf(search);
  const found = useQuery({ ...queryOf(page), placeholderData: keepPreviousData });
  const { data, error } = found;
  if (!data) return <NotLoaded query={found} message={messageOf?.(error, message) ?? message} skeleton={skeleton} />;
  const last = pageCount(data.count);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  return (
    <>
      {children(data)}
      {data.count > PAGE_SIZE && <Pager current={page} last={last} />}
    </>
  );
}
