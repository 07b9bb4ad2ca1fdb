import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

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
