import type { Route } from "@manabiya/contract";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { downloadFile } from "../../forms/file-transfer.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface CsvButtonProps {
  route: Route;
  /** Of the file. */
  name: string;
  querystring?: Record<string, string | number>;
  label?: string;
  look?: "primary" | "secondary";
}

export function CsvButton({
  route,
  name,
  querystring = {},
  label = "CSVでダウンロード",
  look = "secondary",
}: CsvButtonProps) {
  const download = useMutation({ mutationFn: () => downloadFile(route, name, { querystring }), meta: { changes: [] } });
  return (
    <>
      <Button look={look} className="justify-self-start" isBusy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden className="size-5" />
        {label}
      </Button>
      {download.isError && <Banner tone="danger">CSVをダウンロードできませんでした。もう一度お試しください。</Banner>}
    </>
  );
}
