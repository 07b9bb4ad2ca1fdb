import { ChevronDown } from "lucide-react";
import type { ToggleEvent } from "react";
import type { Notice } from "../api/answers.ts";
import { classNames } from "../ui/class-names.ts";
import { Phrases } from "../catalogue/phrases.tsx";
import { TextWithLinks } from "../catalogue/text/text-with-links.tsx";
import { noticeDate } from "./notice-date.ts";

/** The shared `name` closes the other open notice. */
export function NoticeItem({ notice, isOpen, onOpen }: { notice: Notice; isOpen?: boolean; onOpen: () => void }) {
  const { created_at, notice_category_display, notice_title, notice_title_breaks, notice_content, is_read } = notice;

  function handleToggle({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
    if (!currentTarget.open) return;
    onOpen();
    // A long notice that closes above may scroll this title out of sight.
    currentTarget.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  return (
    <details name="notice" open={isOpen} onToggle={handleToggle} className="group border-b last:border-b-0">
      <summary className="flex list-none items-center gap-4 px-4 py-4 -outline-offset-3 group-open:bg-primary-soft hover:bg-sunken md:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <time dateTime={created_at}>{noticeDate(created_at)}</time>
            <span className="rounded-md border px-2">{notice_category_display}</span>
            {!is_read && <span className="rounded-md bg-signal px-2 font-bold text-on-signal">未読</span>}
          </span>
          <h2 className={classNames("mt-1.5 text-base leading-normal", is_read && "font-normal")}>
            <Phrases text={notice_title} breaks={notice_title_breaks} />
          </h2>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <p className="max-w-reading px-4 pt-4 pb-8 text-base whitespace-pre-line md:px-6">
        <TextWithLinks text={notice_content} video={null} />
      </p>
    </details>
  );
}
