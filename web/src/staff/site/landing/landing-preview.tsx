import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";

/** Pixels of the two screens. */
const SCREENS = [
  { name: "スマートフォン", width: 360, height: 720 },
  { name: "パソコン", width: 1280, height: 800 },
] as const;

/** Trusted only for the frame below, which runs no script whatever the document contains. */
const policy = window.trustedTypes?.createPolicy("landing-preview", { createHTML: (html) => html });

/** The whole page, rendered by the server from the form's values. */
export function LandingPreview({ html }: { html: string }) {
  const [screen, setScreen] = useState<(typeof SCREENS)[number]>(SCREENS[0]);
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (frame.current) frame.current.srcdoc = policy?.createHTML(html) ?? html;
    box.current?.scrollIntoView({ block: "nearest" });
  }, [html]);

  const scale = Math.min(1, room / screen.width);
  return (
    <section aria-labelledby="preview" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="preview" className="text-lg">
          プレビュー
        </h2>
        <div className="flex gap-2">
          {SCREENS.map((each) => (
            <Button
              key={each.name}
              look="secondary"
              aria-pressed={each === screen}
              className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
              onClick={() => setScreen(each)}
            >
              {each.name}
            </Button>
          ))}
        </div>
      </div>
      <div ref={box} className="overflow-hidden rounded-lg border" style={{ height: screen.height * scale }}>
        {/* Without allow-scripts. The page's stylesheet needs the same origin. */}
        <iframe
          ref={frame}
          title="ページのプレビュー"
          sandbox="allow-same-origin"
          className="mx-auto block origin-top-left bg-bg"
          style={{ width: screen.width, height: screen.height, transform: scale < 1 ? `scale(${scale})` : "none" }}
        />
      </div>
    </section>
  );
}
