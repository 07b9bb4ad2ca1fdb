import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { AreaCards, CONTENT_AREAS, FIGURE_AREAS, MONEY_AREA, OTHER_AREAS, SUPERUSER_AREAS } from "./area-cards.tsx";
import { NeedsBlock } from "./needs-block.tsx";
import { useProfile } from "../../accounts/session/profile.ts";
import { usePageTitle } from "../../shell/use-page-title.ts";

export default function AdminDashboardPage() {
  usePageTitle("管理画面");
  const { data } = useProfile();
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 py-6 md:px-6 md:py-8">
      <div>
        <Link
          to="/profile"
          className="-ml-2 inline-flex min-h-target items-center gap-1 rounded-md px-2 text-primary hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          プロフィールに戻る
        </Link>
        <h1 className="text-xl">管理画面</h1>
      </div>
      <NeedsBlock />
      <AreaCards title="コンテンツ" areas={CONTENT_AREAS} />
      <AreaCards title="お知らせと再生リスト" areas={OTHER_AREAS} />
      <AreaCards title="数字" areas={data?.is_superuser ? [MONEY_AREA, ...FIGURE_AREAS] : FIGURE_AREAS} />
      {data?.is_superuser && <AreaCards title="会員と記録" areas={SUPERUSER_AREAS} />}
    </div>
  );
}
