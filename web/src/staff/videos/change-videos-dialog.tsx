import { contract } from "@manabiya/contract";
import { joinNames, type SheetAnswer } from "@manabiya/contract/staff/video-csv.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiError, sentenceOf, useRead } from "../../api/calls.ts";
import { SelectField } from "../../forms/fields.tsx";
import { sendForm } from "../../forms/file-transfer.ts";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";

/** Each writes one column of the CSV of all videos: names that are added or removed, or the same cell for all. */
const CHANGES = {
  addCategory: { label: "カテゴリーを追加", column: "カテゴリー", key: "categories", isAdded: true },
  removeCategory: { label: "カテゴリーを外す", column: "カテゴリー", key: "categories", isAdded: false },
  addTag: { label: "タグを追加", column: "タグ", key: "tags", isAdded: true },
  removeTag: { label: "タグを外す", column: "タグ", key: "tags", isAdded: false },
  publish: { label: "公開する", column: "公開日時", cell: "公開" },
  hide: { label: "下書きにする", column: "公開日時", cell: "下書き" },
} as const;
const LABELS = Object.fromEntries(Object.entries(CHANGES).map(([name, { label }]) => [name, label]));

interface Named {
  id: number;
  name: string;
}

/** The number tells records with one name apart. The empty name keeps spreadsheets' prefixes out of the others. */
const cellOf = (named: Named[]) => joinNames(["", ...named.map(({ id, name }) => `${name} #${id}`)]);

interface ChangeVideosDialogProps {
  videos: AdminVideo[];
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Changes several videos by an upload of the CSV of all videos, which the log takes back as a whole. */
export function ChangeVideosDialog({ videos, onClose, onDone }: ChangeVideosDialogProps) {
  const [name, setName] = useState<keyof typeof CHANGES>("addCategory");
  const [id, setId] = useState("");
  const all = { categories: useRead(contract.categories.list), tags: useRead(contract.tags.list) };
  const change = CHANGES[name];
  const isOfNames = "key" in change;
  const present = isOfNames ? videos.flatMap((video): Named[] => video[change.key]) : [];
  const options = !isOfNames
    ? []
    : change.isAdded
      ? (all[change.key].data ?? [])
      : [...new Map(present.map((each) => [each.id, each])).values()];
  const chosen = options.find((option) => String(option.id) === id) ?? options[0];

  function cellFor(video: AdminVideo): string {
    if (!isOfNames) return change.cell;
    const others = video[change.key].filter((other) => other.id !== chosen?.id);
    return cellOf(change.isAdded && chosen ? [...others, chosen] : others);
  }

  const upload = useMutation<SheetAnswer, ApiError, { confirmed: boolean }>({
    mutationFn: ({ confirmed }) => {
      const rows = videos.map((video) => `${video.id},"${cellFor(video).replaceAll('"', '""')}"\r\n`);
      return sendForm(contract.adminVideoSheet.upload, {
        querystring: { dry_run: "false", confirmed: String(confirmed), take_file: "false" },
        body: { csv_file: new File([`番号,${change.column}\r\n`, ...rows], "videos.csv") },
      });
    },
    onSuccess: ({ message, errors }) => {
      if (errors.length === 0) onDone(message);
    },
  });
  const { error, data, reset } = upload;
  const asks = error?.body?.type === "confirmation_required";
  const isEmpty = isOfNames && chosen === undefined;
  const missing = isOfNames && change.isAdded && all[change.key].data === undefined ? all[change.key] : null;

  function failure(): string | undefined {
    if (data && data.errors.length > 0) return [data.message, ...data.errors].join("");
    return error && !asks ? sentenceOf(error, "動画を変更できませんでした。") : undefined;
  }

  return (
    <FormDialog
      title={`${videos.length}本の動画をまとめて変更`}
      text="変更は、操作の記録からまとめて元に戻せます。"
      confirmLabel="変更する"
      state={{
        failure: failure(),
        isSaving: upload.isPending,
        onSubmit: () => !isEmpty && upload.mutate({ confirmed: asks }),
      }}
      onClose={onClose}
    >
      <SelectField
        label="変更の内容"
        options={LABELS}
        value={name}
        onChange={({ target }) => {
          setName(target.value as keyof typeof CHANGES);
          setId("");
          reset();
        }}
      />
      {isOfNames && !isEmpty && (
        <SelectField
          label={change.column}
          value={chosen?.id}
          onChange={({ target }) => {
            setId(target.value);
            reset();
          }}
        >
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </SelectField>
      )}
      {missing && isOfNames && <NotLoaded query={missing} message={`${change.column}を読み込めませんでした。`} />}
      {isEmpty && !missing && <p role="status">選択できる{change.column}はありません</p>}
      {asks && (
        <Banner tone="notice">{sentenceOf(error, "")}よろしければ、もう一度「変更する」を押してください。</Banner>
      )}
    </FormDialog>
  );
}
