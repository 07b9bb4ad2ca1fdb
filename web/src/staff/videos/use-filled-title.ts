import { contract } from "@manabiya/contract";
import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import { useRef } from "react";
import { call } from "../../api/calls.ts";
import type { VideoFormState } from "./video-form-values.ts";

/** Fills title and length from a pasted address or a file's name. A title that somebody typed stays. */
export function useFilledTitle({ values, valueNow, setValue }: VideoFormState) {
  const filled = useRef("");

  function fill(title: string): void {
    if (title === "" || ![filled.current, ""].includes(valueNow("title"))) return;
    filled.current = title;
    setValue("title", title);
  }

  async function takeAddress(address: string): Promise<void> {
    // The length belongs to the address before.
    setValue("duration", null);
    // Typing letter by letter asks no host.
    if (Math.abs(address.length - values.video_id.length) < 2) return;
    const host = parseHostVideo(address)?.host ?? null;
    if (host === null || host === "file") return;
    setValue("host", host);
    // A host that does not answer leaves the fields to the person.
    const found = await call(contract.adminVideos.lookUp, { querystring: { address } }).catch(() => null);
    if (found === null || valueNow("video_id") !== address) return;
    fill(found.title ?? "");
    setValue("duration", found.duration);
  }

  return {
    takeAddress,
    /** Apple's file names are decomposed. */
    takeFileName: (name: string) =>
      fill(
        name
          .normalize("NFC")
          .replace(/\.[^.]*$/, "")
          .replaceAll("_", " ")
          .trim(),
      ),
  };
}
