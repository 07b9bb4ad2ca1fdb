import { contract } from "@manabiya/contract";
import type { ReadCaptions } from "@manabiya/contract/catalogue/captions.ts";
import { useState } from "react";
import { call } from "../../../api/calls.ts";
import { FileField, TextArea } from "../../../forms/fields.tsx";
import { RecordForm } from "../../../forms/record-form.tsx";
import { useRecordForm } from "../../../forms/use-record-form.ts";

const NOT_UTF8 =
  "このファイルはUTF-8ではないため、読み込めません（Shift_JISなど）。メモ帳などで開き、文字コードを「UTF-8」にして保存し直してください。";
const FILE_MAX_BYTES = 2_000_000;

interface CaptionFileProps {
  videoId: number;
  /** Lines that the read ones replace. */
  present: number;
  onRead: (read: ReadCaptions) => void;
}

/** Reads a VTT or SRT file into the form above, which saves nothing by itself. */
export function CaptionFile({ videoId, present, onRead }: CaptionFileProps) {
  const [fileError, setFileError] = useState<string>();
  const state = useRecordForm<{ text: string }, never, ReadCaptions>({
    valuesOf: () => ({ text: "" }),
    check: ({ text }) => (text.trim() === "" ? { text: "ファイルを選ぶか、内容を貼り付けてください。" } : {}),
    save: (body) => call(contract.adminCaptions.read, { params: { id: String(videoId) }, body }),
    failed: "字幕を読み込めませんでした。",
    part: "file",
    recoverAs: `captions-file ${videoId}`,
    firstField: "text",
    onSaved: onRead,
  });

  async function choose(file: File | null): Promise<void> {
    setFileError(undefined);
    if (file === null) return;
    if (file.size > FILE_MAX_BYTES) return setFileError("ファイルは2MBまでです。");
    const text = decoded(await file.arrayBuffer());
    if (text === null) return setFileError(NOT_UTF8);
    state.setValue("text", text);
    void state.onSubmit();
  }

  return (
    <RecordForm
      state={state}
      label="ファイルから読み込む"
      submitLabel="読み込む"
      done={
        state.saved &&
        [
          `${state.saved.lines.length.toLocaleString("ja")}行を読み込みました。まだ保存していません。`,
          ...state.saved.notes,
        ].join("\n")
      }
    >
      <FileField
        label="字幕ファイル"
        hint="VTT形式またはSRT形式。2MB、5,000行まで。文字コードはUTF-8。YouTube Studioやwhisper.cppのファイルを、そのまま読み込めます。"
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        error={fileError}
        onChange={(file) => void choose(file)}
      />
      <TextArea
        label="または、ここに貼り付け"
        hint={present > 0 ? `読み込むと、上の${present.toLocaleString("ja")}行と入れ替わります。` : undefined}
        rows={8}
        className="font-mono"
        {...state.field("text")}
      />
    </RecordForm>
  );
}

/** Windows programs call UTF-16 "Unicode". VTT and SRT begin with an ASCII character. @returns null for other encodings */
function decoded(content: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(content);
  const isBig = first === 0 || (first === 0xfe && second === 0xff);
  const isLittle = second === 0 || (first === 0xff && second === 0xfe);
  try {
    return new TextDecoder(isBig ? "utf-16be" : isLittle ? "utf-16le" : "utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
