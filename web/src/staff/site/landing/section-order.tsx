import { allSections, type PlacedSection, type SectionName } from "@manabiya/contract/site/landing/content.ts";
import { FieldError } from "../../../ui/field.tsx";
import type { FormState } from "./node-fields.tsx";
import { moveEntry } from "../../playlists/move-entry.ts";
import { OrderedRows } from "../../playlists/ordered-rows.tsx";
import { PART_NAMES } from "./parts.ts";

/** Sections that show nothing without content. */
const NEEDS: Partial<Record<SectionName, string>> = {
  story: "ページに表示する（最初の画面と教科の絵も）",
  open_lessons: "ページに表示する（無料公開の動画があるとき）",
  videos: "ページに表示する（画像のある動画が3本以上のとき）",
  teacher: "ページに表示する（名前を入力したとき）",
};

/** The order of the sections, and which of them visitors see. */
export function SectionOrder({ sections, state }: { sections: readonly PlacedSection[]; state: FormState }) {
  const items = allSections(sections);
  const change = (changed: PlacedSection[]) => state.setValue("sections", changed);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">最初の画面と最後の一言は、いつも最初と最後です。</p>
      <OrderedRows
        items={items}
        onMove={(from, to) => change(moveEntry(items, from, to))}
        nameOf={({ name }) => PART_NAMES[name]}
      >
        {(section, index) => (
          <label className="flex min-h-target items-center gap-2 px-3">
            <input
              type="checkbox"
              checked={section.shown}
              onChange={({ target }) => change(items.with(index, { ...section, shown: target.checked }))}
            />
            {NEEDS[section.name] ?? "ページに表示する"}
            <span className="sr-only">（{PART_NAMES[section.name]}）</span>
          </label>
        )}
      </OrderedRows>
      <FieldError id="sections-error" message={state.errorOf("sections")} />
    </div>
  );
}
