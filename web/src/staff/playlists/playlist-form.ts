import { zodResolver } from "@hookform/resolvers/zod";
import { PlaylistCreateBody } from "@manabiya/contract/staff/playlists.ts";
import { useForm } from "react-hook-form";

export function usePlaylistForm({ title, description }: { title: string; description: string }) {
  return useForm({
    resolver: zodResolver(PlaylistCreateBody),
    defaultValues: { title, description },
    reValidateMode: "onSubmit",
  });
}

export type PlaylistForm = ReturnType<typeof usePlaylistForm>;
