import { useState } from "react";
import { FocusHere } from "../../forms/focus-here.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";

/** The codes are shown once, because the server stores only hashes. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const lines = codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  const text = `${document.title}\nリカバリーコード（それぞれ1回だけ使えます）\n\n${lines.join("\n")}\n`;

  function copy(): void {
    navigator.clipboard.writeText(lines.join("\n")).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  }

  return (
    <FocusHere className="grid gap-5">
      <Banner tone="success">2段階認証はオンです。続けて、リカバリーコードを保存してください。</Banner>
      <p className="phrase max-w-reading">
        スマートフォンをなくしたときは、リカバリーコードでログインできます。
        <strong>この画面を閉じると、再表示できません。</strong>
        印刷するか、安全な場所に保存してください。
      </p>
      <ul
        aria-label="リカバリーコード"
        className="grid justify-start gap-x-8 gap-y-1 rounded-md bg-sunken p-4 font-mono text-lg sm:grid-cols-[auto_auto]"
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {copied === "yes" && <Banner tone="success">コピーしました。</Banner>}
      {copied === "no" && (
        <Banner tone="danger">コピーできませんでした。ファイルに保存するか、書き写してください。</Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={copy}>
          コピー
        </Button>
        <Button look="secondary" onClick={() => saveFile("recovery-codes.txt", "text/plain", text)}>
          ファイルに保存
        </Button>
        <Button onClick={onDone}>保存しました</Button>
      </div>
    </FocusHere>
  );
}
