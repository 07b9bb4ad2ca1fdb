import { useMediaSelector } from "media-chrome/react/media-store";
import { useEffect, useState } from "react";
import type { QualityChoice } from "./control-bar-props.ts";
import { nearestSide, sideOf, sidesOf } from "./quality.ts";

/** The qualities of a stream. While the player chooses, it says which one is to be seen. */
export function QualityMenu({ address, hasSound, quality, choose }: QualityChoice) {
  const [sides, setSides] = useState<readonly number[]>([]);
  const shown = useMediaSelector(({ mediaWidth: width = 0, mediaHeight: height = 0 }) => sideOf({ width, height }));

  useEffect(() => {
    const controller = new AbortController();
    fetch(address, { signal: controller.signal })
      .then(async (answer) => setSides(answer.ok ? sidesOf(await answer.text()) : []))
      // Without them the player still chooses.
      .catch(() => undefined);
    return () => controller.abort();
  }, [address]);

  // The choice may come from a film with other qualities.
  const value = typeof quality === "number" && sides.length > 0 ? nearestSide(sides, quality) : quality;
  return (
    <select
      className="control-choice control-quality"
      aria-label="画質"
      title="画質"
      data-uses="digits"
      value={value}
      onChange={({ target: { value: chosen } }) =>
        choose(chosen === "auto" || chosen === "audio" ? chosen : Number(chosen))
      }
    >
      <option value="auto">{quality === "auto" && shown > 0 ? `自動（${shown}p）` : "自動"}</option>
      {sides.map((side) => (
        <option key={side} value={side}>
          {side}p
        </option>
      ))}
      {hasSound && <option value="audio">音声だけで聞く</option>}
    </select>
  );
}
