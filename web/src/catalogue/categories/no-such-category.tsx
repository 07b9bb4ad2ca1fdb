import { ButtonLink } from "../../ui/button.tsx";

export function NoSuchCategory() {
  return (
    <div className="mx-auto grid max-w-reading justify-items-center gap-5 px-4 py-16 text-center">
      <h1 className="text-xl">カテゴリーが見つかりません</h1>
      <p className="phrase">なくなったか、アドレスが間違っているようです。</p>
      <ButtonLink to="/">ホームで動画を探す</ButtonLink>
    </div>
  );
}
