import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { SkeletonGroup } from "./skeleton.tsx";
import { Loading } from "./spinner.tsx";

export interface FailureProps {
  query: { isFetching: boolean; refetch: () => unknown };
  message: string;
  className?: string;
}

/** Replaces content that failed to load, and offers another attempt. */
export function Failure({ query: { isFetching, refetch }, message, className }: FailureProps) {
  return (
    <Banner
      tone="danger"
      {...(className && { className })}
      action={
        <Button look="secondary" onClick={() => void refetch()} isBusy={isFetching}>
          再試行
        </Button>
      }
    >
      {message}
    </Banner>
  );
}

interface NotLoadedProps extends FailureProps {
  query: FailureProps["query"] & { isPending: boolean };
  /** The placeholder while loading, or the sizes of its blocks; without both a spinner. */
  skeleton?: ReactNode;
  blocks?: readonly string[];
}

/** Stands in for the content of a query without data, for components that return early or show more beside it. */
export function NotLoaded({ query, skeleton, blocks, ...failure }: NotLoadedProps) {
  if (!query.isPending) return <Failure query={query} {...failure} />;
  if (blocks) return <SkeletonGroup className="grid gap-5" blocks={blocks} />;
  return skeleton === undefined ? <Loading /> : skeleton;
}

interface LoadedProps<T> extends NotLoadedProps {
  query: NotLoadedProps["query"] & { data: T | undefined };
  children: (data: T) => ReactNode;
}

/** The content of a query. Content that is there stays, although a later fetch failed. */
export function Loaded<T>({ children, ...props }: LoadedProps<T>) {
  return props.query.data === undefined ? <NotLoaded {...props} /> : children(props.query.data);
}
