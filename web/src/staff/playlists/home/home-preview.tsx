import { contract } from "@manabiya/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useRead } from "../../../api/calls.ts";
import { HomeVideos } from "../../../catalogue/home/home-videos.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";

const SAMPLES = { newcomer: "はじめての会員", regular: "視聴履歴のある会員" };

/** The members' own home under choices that are not saved yet. */
export function HomePreview({ choice }: { choice: { pinned: number[]; newcomers_playlist: number | null } }) {
  const [shown, setShown] = useState<keyof typeof SAMPLES>("newcomer");
  const found = useRead(contract.adminHome.preview, { body: choice }, { placeholderData: keepPreviousData });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {Object.entries(SAMPLES).map(([name, label]) => (
          <Button
            key={name}
            look={shown === name ? "primary" : "secondary"}
            className="px-3"
            aria-pressed={shown === name}
            onClick={() => setShown(name as keyof typeof SAMPLES)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Loaded query={found} message="プレビューを読み込めませんでした。">
        {(data) => (
          <div inert data-preview={shown} className="grid gap-10 rounded-lg border p-4">
            <HomeVideos home={data[shown]} isLocked={false} />
          </div>
        )}
      </Loaded>
    </>
  );
}
