import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { COUNTDOWN, useCountdown } from "../../ui/page/use-countdown.ts";
import { useAutoNext } from "./auto-next-choice.ts";

export interface AutoNextHandle {
  /** The member went elsewhere in the video. */
  cancel(): void;
}

interface AutoNextProps {
  /** The next lesson's page. */
  to: string;
  title: string;
  ref: Ref<AutoNextHandle>;
}

/** Counts down over an ended lesson, and opens the next one unless the member cancels. */
export default function AutoNext({ to, title, ref }: AutoNextProps) {
  const isOn = useAutoNext();
  const [isCancelled, setCancelled] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const isCounting = isOn && !isCancelled;

  useImperativeHandle(ref, () => ({ cancel: () => setCancelled(true) }));

  const cancelByKey = useEffectEvent(({ key, isComposing, defaultPrevented }: KeyboardEvent) => {
    if (key === "Escape" && !isComposing && !defaultPrevented) setCancelled(true);
  });
  useEffect(() => {
    if (!isCounting) return;
    window.addEventListener("keydown", cancelByKey);
    return () => window.removeEventListener("keydown", cancelByKey);
  }, [isCounting]);

  function cancel(): void {
    setCancelled(true);
    // The button leaves; the link to the next lesson stays.
    root.current?.parentElement?.querySelector("a")?.focus();
  }

  return (
    <div ref={root} className="flex flex-wrap items-center justify-center gap-x-4 max-sm:-my-2">
      <Announcement>
        {isCounting ? announcementOf(title) : isCancelled ? "自動再生をキャンセルしました。" : ""}
      </Announcement>
      {isCounting && (
        <>
          <Countdown to={to} />
          <button type="button" onClick={cancel} className="min-h-target px-2 font-bold underline">
            キャンセル
          </button>
        </>
      )}
    </div>
  );
}

const announcementOf = (title: string) =>
  `${COUNTDOWN}秒後に次の動画「${title}」を再生します。Escキーでキャンセルできます。`;

/** Screen readers announce what changes in a region that stands already. */
function Announcement({ children }: { children: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(children), 100);
    return () => clearTimeout(timer);
  }, [children]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function Countdown({ to }: Pick<AutoNextProps, "to">) {
  const navigate = useNavigate();
  const root = useRef<HTMLParagraphElement>(null);
  const left = useCountdown(
    () => void navigate(to),
    () => document.fullscreenElement?.contains(root.current) === false,
  );
  return (
    <p ref={root} aria-hidden className="text-sm">
      <span className="font-bold">{left}</span>秒後に再生します
    </p>
  );
}
