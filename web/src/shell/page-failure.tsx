import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

/** Replaces a page that crashed or whose files are gone, as after a release. */
export function PageFailure() {
  return (
    <div className="mx-auto max-w-page p-4 py-10">
      <Banner
        tone="danger"
        action={
          <Button look="secondary" onClick={() => window.location.reload()}>
            再読み込み
          </Button>
        }
      >
        ページを表示できませんでした。通信環境を確認して、もう一度読み込んでください。
      </Banner>
    </div>
  );
}
