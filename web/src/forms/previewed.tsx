import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";

interface PreviewedProps {
  /** The form, and what belongs to it. */
  children: ReactNode;
  /** The result of the typed values, as others will see it. */
  preview: ReactNode;
  /** Tells the form from others on the screen. */
  of?: string;
}

/** Keys scroll it, too. */
const SCROLLING = { tabIndex: 0 } as const;

/** A form beside its result, which is as wide as a phone. On narrow screens, a button opens the result below the form. */
export function Previewed({ children, preview, of = "" }: PreviewedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-5">{children}</div>
        <Button
          look="secondary"
          className="justify-self-start @4xl:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "プレビューを閉じる" : "プレビュー"}
        </Button>
        {/* Longer than the window, it scrolls by itself. */}
        <section
          aria-labelledby={id}
          {...SCROLLING}
          className={classNames(
            "grid grid-cols-1 gap-3 @4xl:sticky @4xl:top-20 @4xl:max-h-[calc(100svh-6rem)] @4xl:overflow-y-auto",
            !isOpen && "@max-4xl:hidden",
          )}
        >
          <h2 id={id} className="text-lg">
            プレビュー{of && `：${of}`}
          </h2>
          {preview}
        </section>
      </div>
    </div>
  );
}
