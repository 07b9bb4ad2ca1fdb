import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CategoryBoxes, TagBoxes } from "./category-boxes.tsx";
import { VideoFileField } from "./video-file-field.tsx";
import type { VideoForm } from "./use-video-form.ts";
import { HOST_NAMES, type VideoValues } from "./video-form-values.ts";

const YOUTUBE_TERMS = "YouTubeの利用規約は、埋め込んだ動画の視聴に料金を取ることを禁じています。";
const HOSTS = Object.keys(HOST_NAMES) as VideoHost[];

/** What both forms of a video ask for. */
export function VideoFields({ form }: { form: VideoForm }) {
  const { values, errors, change } = form;
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          label="タイトル"
          required
          maxLength={200}
          value={values.title}
          error={errors.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextField
          label="動画ID"
          required
          autoCapitalize="none"
          spellCheck={false}
          hint={
            values.host === "file"
              ? "アップロードした動画ファイルの名前です。"
              : "IDか、YouTube・Vimeoの動画のURL"
          }
          value={values.video_id}
          error={errors.video_id}
          onChange={(event) => change({ video_id: event.target.value })}
        />
        <SelectField
          label="配信元"
          value={values.host}
          hint={values.host === "youtube" ? YOUTUBE_TERMS : undefined}
          error={errors.host}
          onChange={(event) => change({ host: event.target.value as VideoHost })}
        >
          {HOSTS.map((host) => (
            <option key={host} value={host}>
              {HOST_NAMES[host]}
            </option>
          ))}
        </SelectField>
        {values.host === "file" && (
          <VideoFileField
            onUploading={form.setUploading}
            onUploaded={(video_id, duration) => change({ video_id, duration, host: "file" })}
          />
        )}
        <Publication form={form} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <CategoryBoxes
          chosen={values.categories}
          onChange={(categories) => change({ categories })}
          error={errors.categories}
        />
        <TagBoxes chosen={values.tags} onChange={(tags) => change({ tags })} error={errors.tags} />
      </div>
    </>
  );
}

function Publication({ form: { values, errors, change } }: { form: VideoForm }) {
  return (
    <div className="grid content-start gap-5">
      <SelectField
        label="公開"
        value={values.publication}
        error={errors.publication}
        onChange={(event) => change({ publication: event.target.value as VideoValues["publication"] })}
      >
        <option value="published">公開する</option>
        <option value="scheduled">日時を決めて公開する</option>
        <option value="draft">下書きにする</option>
      </SelectField>
      {values.publication === "scheduled" && (
        <TextField
          label="公開日時（日本時間）"
          type="datetime-local"
          required
          value={values.publishedAt}
          error={errors.publishedAt}
          onChange={(event) => change({ publishedAt: event.target.value })}
        />
      )}
    </div>
  );
}
