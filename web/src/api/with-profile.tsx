import type { ReactNode } from "react";
import type { Profile } from "./answers.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Loading } from "../ui/spinner.tsx";
import { useProfile } from "./profile.ts";

/** For guards that stand in the files of the pages that they guard. */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  return (
    <Loaded
      query={useProfile()}
      message="プロファイル情報の取得に失敗しました。"
      skeleton={<Loading className="min-h-60" />}
      className="m-4"
    >
      {children}
    </Loaded>
  );
}
