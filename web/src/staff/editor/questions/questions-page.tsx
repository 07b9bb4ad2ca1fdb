import { contract } from "@manabiya/contract";
import { type AdminQuestion, QuestionShow } from "@manabiya/contract/lists/admin-questions.ts";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { withFilter } from "../../../paging/change-address.ts";
import { CompactSelect } from "../../../paging/compact-select.tsx";
import { PagedList } from "../../../paging/paged-list.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { StaffPage } from "../../table/staff-layout.tsx";
import { QuestionItem } from "./question-item.tsx";

const SHOWS: Record<QuestionShow, string> = {
  open: "未回答",
  answered: "回答済み",
  reported: "報告あり",
  hidden: "非表示",
};

export default function AdminQuestionsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const show = QuestionShow.safeParse(search.get("show")).data ?? "open";
  return (
    <StaffPage
      title="質問"
      actions={
        <CompactSelect
          label="表示する質問"
          value={show}
          onChange={(value) => void navigate(withFilter(search, "show", value === "open" ? null : value))}
          options={SHOWS}
        />
      }
    >
      <Questions key={show} show={show} />
    </StaffPage>
  );
}

/** One question is open, with the player beside it: the first, until staff choose another. */
function Questions({ show }: { show: QuestionShow }) {
  const [chosen, choose] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const openedOf = (all: AdminQuestion[]) => all.find(({ id }) => id === chosen) ?? all[0];
  function open(id: number): void {
    setDone(null);
    choose(id);
  }
  return (
    <PagedList
      queryOf={(page) => query(contract.adminQuestions.list, { querystring: { show, page } })}
      message="質問を読み込めませんでした。"
    >
      {({ results }) => (
        <>
          <DoneBanner message={done} takesFocus />
          {results.length === 0 && <EmptyState>{SHOWS[show]}の質問はありません</EmptyState>}
          <ol aria-label="質問の一覧" className="grid gap-3">
            {results.map((question) => (
              <QuestionItem
                key={question.id}
                question={question}
                isOpen={question === openedOf(results)}
                onOpen={() => open(question.id)}
                onDone={setDone}
              />
            ))}
          </ol>
        </>
      )}
    </PagedList>
  );
}
