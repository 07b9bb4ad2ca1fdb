import { usePageTitle } from "../../shell/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function NoSuchPlaylist() {
  usePageTitle("再生リストが見つかりません");
  return (
    <div className="mx-auto grid max-w-reading justify-items-center gap-5 px-4 py-16 text-center">
      <h1 className="text-xl">再生リストが見つかりません。</h1>
      <p className="phrase">なくなったか、アドレスが間違っているようです。</p>
      <ButtonLink to="/playlists">ほかの再生リストを見る</ButtonLink>
    </div>
  );
}
