import { contract } from "@manabiya/contract";
import type { TodayReason } from "@manabiya/contract/lists/today.ts";
import { useState } from "react";
import { useProfile, viewingRight } from "../../api/profile.ts";
import { useRead } from "../../api/calls.ts";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NotLoaded } from "../../ui/loaded.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { LearnedDays } from "./learned-days.tsx";
import { MinutesChoice } from "./minutes-choice.tsx";
import { readMinutes, storeMinutes } from "./minutes.ts";
import { PlanEditor } from "./plan-editor.tsx";
import { RunningSession, SessionReport } from "./session-report.tsx";
import { readSession, storeSession } from "./session.ts";

export default function TodayPage() {
  const { data: profile } = useProfile();
  const [minutes, setMinutes] = useState(readMinutes);
  usePageTitle("今日の学習");
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-6 md:py-8">
      <h1 className="text-xl">今日の学習</h1>
      <LearnedDays />
      {profile && viewingRight(profile) === "allowed" ? (
        <Today
          minutes={minutes}
          onMinutes={(chosen) => {
            setMinutes(chosen);
            storeMinutes(chosen);
          }}
        />
      ) : profile ? (
        <EmptyState action={<ButtonLink to="/checkout">プランを選ぶ</ButtonLink>}>
          動画の視聴には、プランのお申し込みが必要です。
        </EmptyState>
      ) : (
        LOADING
      )}
    </div>
  );
}

const LOADING = (
  <div className="min-h-dvh">
    <Loading />
  </div>
);

function Today({ minutes, onMinutes }: { minutes: number; onMinutes: (minutes: number) => void }) {
  const [session, setSession] = useState(readSession);
  const close = () => {
    storeSession(null);
    setSession(null);
  };
  if (session?.isDone) return <SessionReport session={session} onClose={close} />;
  if (session) return <RunningSession session={session} onClose={close} />;
  return (
    <div className="grid gap-6 rounded-lg border bg-surface p-4 md:p-6">
      <MinutesChoice minutes={minutes} onChoose={onMinutes} />
      <Plan minutes={minutes} />
    </div>
  );
}

const HINTS: Partial<Record<TodayReason | "beginning", string>> = {
  newcomer: "まだ見始めた動画がありません。はじめての方におすすめの動画から選びました。",
  beginning: "まだ見始めた動画がありません。まずは、新しい動画からいかがですか。",
  new: "途中の動画も、保存した動画も、見終わっています。まだ見ていない新しい動画から選びました。",
};

function Plan({ minutes }: { minutes: number }) {
  const found = useRead(contract.today.candidates, undefined, {
    // Read for each visit, and never while the member arranges the plan.
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data } = found;
  if (!data) return <NotLoaded query={found} message="動画を読み込めませんでした。" skeleton={LOADING} />;
  const [first] = data.candidates;
  if (!first) {
    return (
      <EmptyState action={<ButtonLink to="/favorites">お気に入りを見直す</ButtonLink>}>
        {data.has_history
          ? "公開中の動画は、すべて見終わっています。気に入った動画をもう一度見ることもできます。"
          : "いま見られる動画がありません。"}
      </EmptyState>
    );
  }
  const hint = first.reason === "new" && !data.has_history ? HINTS.beginning : HINTS[first.reason];
  return (
    <>
      {hint && <p className="phrase">{hint}</p>}
      <PlanEditor key={minutes} candidates={data.candidates} minutes={minutes} />
    </>
  );
}
