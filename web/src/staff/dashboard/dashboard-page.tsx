import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { AreaCards } from "./area-cards.tsx";
import { Morning } from "./morning.tsx";
import { useProfile } from "../../api/profile.ts";
import { PaletteButton } from "../navigation/palette-button.tsx";
import { groupedScreens } from "../navigation/screens.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";

export default function AdminDashboardPage() {
  usePageTitle("管理画面");
  const { data } = useProfile();
  // Members, money and people have too few screens for a heading each.
  const groups = groupedScreens(data);
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
        {/* Wider screens show it in the navigation. */}
        <PaletteButton className="mt-3 w-full bg-surface xl:hidden" />
      </div>
      {groups.slice(0, 1).map(({ name, screens }) => (
        <AreaCards key={name} isShort title={name} areas={screens} />
      ))}
      <Morning />
      {groups.slice(1, 4).map(({ id, name, screens }) => (
        <AreaCards key={id} title={name} areas={screens} />
      ))}
      <AreaCards title="会員と記録" areas={groups.slice(4).flatMap(({ screens }) => screens)} />
    </div>
  );
}
