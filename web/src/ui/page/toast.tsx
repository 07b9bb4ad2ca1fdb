import { X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Link, type LinkProps } from "react-router";

/** Milliseconds. Pointer and focus stop the clock. */
const SHOWN_FOR = 8_000;

interface ToastProps {
  /** Null: no toast. */
  message: string | null;
  /** ToastButtons or ToastLinks. */
  action?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
}

/** A message of success at the foot of the screen, for a while. */
export function Toast({ message, ...rest }: ToastProps) {
  return (
    // The region exists before the message, or screen readers would miss it.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-20 max-md:tall:bottom-18 flex justify-center"
    >
      {message !== null && <Message key={message} message={message} {...rest} />}
    </div>
  );
}

function Message({ message, action, onKeyDown, onClose }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(close, SHOWN_FOR);
    return () => window.clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      role="group"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => (event.key === "Escape" ? onClose() : onKeyDown?.(event))}
      className="pointer-events-auto flex max-w-full items-center gap-1 rounded-lg bg-success py-1 pr-1 pl-4 text-on-success"
    >
      <span className="min-w-0 flex-1 py-2.5 pr-2">{message}</span>
      {action}
      <ToastButton aria-label="閉じる" onClick={onClose}>
        <X aria-hidden className="size-5" />
      </ToastButton>
    </div>
  );
}

const ACTION =
  "grid min-h-target min-w-target shrink-0 place-items-center rounded-md px-2 font-bold underline underline-offset-4 hover:bg-on-success/15 focus-visible:-outline-offset-2 focus-visible:outline-current";

export function ToastButton(props: ComponentProps<"button">) {
  return <button type="button" {...props} className={ACTION} />;
}

export function ToastLink(props: Omit<LinkProps, "className">) {
  return <Link {...props} className={ACTION} />;
}
