import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

interface FailureProps {
  message: string;
  onRetry: () => void;
  isRetrying?: boolean;
  className?: string;
}

/** Replaces content that failed to load, and offers another attempt. */
export function Failure({ message, onRetry, isRetrying, className }: FailureProps) {
  return (
    <Banner
      tone="danger"
      {...(className && { className })}
      action={
        <Button look="secondary" onClick={onRetry} isBusy={isRetrying ?? false}>
          再試行
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
