import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { BackLink } from "./back-link.tsx";
import { usePageTitle } from "./use-page-title.ts";

interface ProfileSubpageProps {
  title: string;
  isWide?: boolean;
  /** Whether the settings lead to it, and not the profile itself. */
  isSetting?: boolean;
  children: ReactNode;
}

/** A page below the profile. */
export function ProfileSubpage({ title, isWide = false, isSetting = false, children }: ProfileSubpageProps) {
  usePageTitle(title);
  return (
    <div
      className={classNames("mx-auto grid w-full gap-5 px-4 py-6 md:px-6 md:py-8", isWide ? "max-w-3xl" : "max-w-2xl")}
    >
      <div>
        {isSetting ? <BackLink to="/profile/settings">設定</BackLink> : <BackLink to="/profile">プロフィール</BackLink>}
        <h1 className="text-xl">{title}</h1>
      </div>
      {children}
    </div>
  );
}
