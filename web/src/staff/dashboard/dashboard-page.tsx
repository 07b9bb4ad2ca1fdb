import { Link } from "react-router";
import { useProfile } from "../../api/profile.ts";
import { PaletteButton } from "../navigation/palette-button.tsx";
import { openAreas, type StaffArea } from "../navigation/screens.ts";
import { Morning } from "./morning.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { Section } from "../../ui/page/section.tsx";

/** The specification's five cards. */
const CARDS = ["/admin/categories", "/admin/tags", "/admin/videos", "/admin/description", "/admin/chapters"];

export default function AdminDashboardPage() {
  const areas = openAreas(useProfile().data);
  return (
    <StaffPage title="管理画面" back={{ to: "/profile", name: "プロフィールに戻る" }}>
      {/* Wider screens show it in the navigation. */}
      <PaletteButton className="w-full bg-surface @4xl:hidden" />
      <Cards areas={areas} />
      <Morning />
      <OtherScreens areas={areas} />
    </StaffPage>
  );
}

/** Names alone, so that a phone shows all five at once. */
function Cards({ areas }: { areas: StaffArea[] }) {
  const screens = areas.flatMap(({ icon, screens }) => screens.map((screen) => ({ ...screen, icon })));
  return (
    <Section title="コンテンツ">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
        {CARDS.flatMap((path) => screens.filter((screen) => screen.path === path)).map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex h-full items-center gap-2 rounded-lg border bg-surface p-3 text-base leading-normal font-bold transition-colors hover:bg-sunken"
            >
              <Icon aria-hidden className="size-6 shrink-0 text-primary" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** One press from here to what stands behind a tab, or is needed rarely and has none. */
function OtherScreens({ areas }: { areas: StaffArea[] }) {
  return (
    <Section title="そのほかの画面">
      <dl className="grid gap-x-6 gap-y-1 @xl:grid-cols-2 @3xl:grid-cols-3">
        {areas.slice(1).map(({ name, screens }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            {screens
              .filter(({ path }) => !CARDS.includes(path))
              .map(({ path, name: screen }) => (
                <dd key={path} className="mr-4 inline-block">
                  <Link to={path} className="inline-flex min-h-target items-center text-primary hover:underline">
                    {screen}
                  </Link>
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </Section>
  );
}
