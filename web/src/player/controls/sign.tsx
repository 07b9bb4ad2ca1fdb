import { useEffect, useState } from "react";
import { classNames } from "../../ui/class-names.ts";

/** Milliseconds. */
const SHOWN_FOR = 900;

const PADDING = { left: "pr-[60%]", middle: "", right: "pl-[60%]" };

interface SignText {
  text: string;
  side: keyof typeof PADDING;
  /** Counts, so that a repeated text is read again. */
  number: number;
}

/** @returns the present sign, and a function that shows one for a moment */
export function useSign(): [SignText | null, (text: string | undefined, side?: SignText["side"]) => void] {
  const [sign, setSign] = useState<SignText | null>(null);
  useEffect(() => {
    if (!sign) return;
    const timer = setTimeout(() => setSign(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [sign]);
  return [
    sign,
    (text, side = "middle") =>
      text !== undefined && setSign((current) => ({ text, side, number: (current?.number ?? 0) + 1 })),
  ];
}

/** Tells over the picture what a key or a double tap did. */
export function Sign({ sign }: { sign: SignText | null }) {
  return (
    <p
      role="status"
      className={classNames("pointer-events-none z-1 self-center text-center", sign && PADDING[sign.side])}
    >
      {sign && (
        <span key={sign.number} className="inline-block rounded-lg bg-scrim px-4 py-2 font-bold text-on-scrim">
          {sign.text}
        </span>
      )}
    </p>
  );
}
