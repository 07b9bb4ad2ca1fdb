import { contract } from "@manabiya/contract";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { parseHostVideo } from "@manabiya/contract/rules/host-video.ts";
import { useRef } from "react";
import { SelectField } from "../../forms/fields.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CategoryBoxes, TagBoxes } from "./category-boxes.tsx";
import { VideoFileField } from "./video-file-field.tsx";
import { HOST_NAMES, type VideoFormState } from "./video-form-values.ts";
import { call } from "../../api/calls.ts";

const HOST_HINTS: Partial<Record<VideoHost, string>> = {
  youtube: "YouTubeの利用規約は、埋め込んだ動画の視聴に料金を取ることを禁じています。",
  hls: "Cloudflare Stream、Bunny、Mux、VimeoのHLSです。",
};

const PUBLICATIONS = { published: "公開する", scheduled: "日時を指定して公開する", draft: "下書きにする" };

interface VideoFieldsProps {
  state: VideoFormState;
  onUploading: (isUploading: boolean) => void;
}

/** The fields that new and stored videos share. */
export function VideoFields({ state, onUploading }: VideoFieldsProps) {
  const { values, field, errorOf, setValue } = state;
  const isFile = values.host === "file";
  const { takeAddress, takeFileName } = useFilledTitle(state);
  const address = field("video_id");
  return (
    <>
      <div className="grid gap-5 @3xl:grid-cols-2">
        <TextField label="タイトル" required maxLength={200} {...field("title")} />
        <TextField
          label="動画ID"
          required
          autoCapitalize="none"
          spellCheck={false}
          hint={
            isFile
              ? "アップロードした動画ファイルの名前です。"
              : "ID、または動画かHLSのURL。YouTube・VimeoのURLを貼り付けると、空欄のタイトルも入力されます。"
          }
          {...address}
          onChange={(event) => {
            void takeAddress(event.target.value);
            return address.onChange(event);
          }}
        />
        <SelectField
          label="配信元"
          hint={HOST_HINTS[values.host] ?? "動画を置いているサービスです。"}
          {...field("host")}
          options={HOST_NAMES}
        />
        {isFile && (
          <VideoFileField
            onUploading={onUploading}
            onUploaded={(video_id, duration, fileName) => {
              takeFileName(fileName);
              setValue("video_id", video_id);
              setValue("duration", duration);
            }}
          />
        )}
        <div className="grid content-start gap-5">
          <SelectField label="公開" options={PUBLICATIONS} {...field("publication")} />
          {values.publication === "scheduled" && (
            <TextField
              label="公開日時（日本時間）"
              type="datetime-local"
              required
              hint="過去の日時にすると、その日時の動画としてすぐに公開されます。"
              {...field("published_at")}
            />
          )}
        </div>
      </div>
      <div className="grid gap-5 @3xl:grid-cols-2">
        <CategoryBoxes
          chosen={values.categories}
          onChange={(categories) => setValue("categories", categories)}
          error={errorOf("categories")}
        />
        <TagBoxes chosen={values.tags} onChange={(tags) => setValue("tags", tags)} error={errorOf("tags")} />
      </div>
    </>
  );
}

/** Fills title and length from a pasted address or a file's name. A title that somebody typed stays. */
function useFilledTitle({ values, valueNow, setValue }: VideoFormState) {
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
