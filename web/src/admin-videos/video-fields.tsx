import type { VideoHost } from "@manabiya/contract/videos.ts";
import { SelectField } from "../admin/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { CategoryBoxes, TagBoxes } from "./category-boxes.tsx";
import { VideoFileField } from "./video-file-field.tsx";
import { HOST_NAMES, type ValueErrors, type VideoValues } from "./video-form-values.ts";

interface VideoFieldsProps {
  values: VideoValues;
  errors: ValueErrors;
  onChange: (change: Partial<VideoValues>) => void;
}

const YOUTUBE_TERMS = "YouTubeの利用規約は、埋め込んだ動画の視聴に料金を取ることを禁じています。";
const HOSTS = Object.keys(HOST_NAMES) as VideoHost[];

/** What both forms of a video ask for. */
export function VideoFields({ values, errors, onChange }: VideoFieldsProps) {
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <TextField
          label="タイトル"
          required
          maxLength={200}
          value={values.title}
          error={errors.title}
          onChange={(event) => onChange({ title: event.target.value })}
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
          onChange={(event) => onChange({ video_id: event.target.value })}
        />
        <SelectField
          label="配信元"
          value={values.host}
          hint={values.host === "youtube" ? YOUTUBE_TERMS : undefined}
          error={errors.host}
          onChange={(event) => onChange({ host: event.target.value as VideoHost })}
        >
          {HOSTS.map((host) => (
            <option key={host} value={host}>
              {HOST_NAMES[host]}
            </option>
          ))}
        </SelectField>
        {values.host === "file" && (
          <VideoFileField
            onUploaded={(video_id, duration) => onChange({ video_id, duration, host: "file" })}
          />
        )}
        <Publication values={values} errors={errors} onChange={onChange} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <CategoryBoxes
          chosen={values.categories}
          onChange={(categories) => onChange({ categories })}
          error={errors.categories}
        />
        <TagBoxes chosen={values.tags} onChange={(tags) => onChange({ tags })} error={errors.tags} />
      </div>
    </>
  );
}

function Publication({ values, errors, onChange }: VideoFieldsProps) {
  return (
    <div className="grid content-start gap-5">
      <SelectField
        label="公開"
        value={values.publication}
        error={errors.publication}
        onChange={(event) => onChange({ publication: event.target.value as VideoValues["publication"] })}
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
          onChange={(event) => onChange({ publishedAt: event.target.value })}
        />
      )}
    </div>
  );
}
