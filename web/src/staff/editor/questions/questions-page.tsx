import { contract } from "@manabiya/contract";
import { PAGE_SIZE, pageCount } from "@manabiya/contract/rules/pager.ts";
import { QuestionShow } from "@manabiya/contract/lists/admin-questions.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { query } from "../../../api/calls.ts";
import { DoneBanner } from "../../../forms/done-banner.tsx";
import { withFilter, withPage } from "../../../paging/change-address.ts";
import { CompactSelect } from "../../../paging/compact-select.tsx";
import { pageOf } from "../../../paging/list-address.ts";
import { Pager } from "../../../paging/pager.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { NotLoaded } from "../../../ui/loaded.tsx";
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
  const [search] = useSearchParams();
  const page = pageOf(search);
  const found = useQuery({
    ...query(contract.adminQuestions.list, { querystring: { show, page } }),
    placeholderData: keepPreviousData,
  });
  const [chosen, choose] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { data } = found;
  if (!data) return <NotLoaded query={found} message="質問を読み込めませんでした。" />;
  const last = pageCount(data.count);
  if (page > last) return <Navigate replace to={withPage(search, last)} />;
  const opened = data.results.find(({ id }) => id === chosen) ?? data.results[0];
  return (
    <>
      <DoneBanner message={done} takesFocus />
      {data.count === 0 && <EmptyState>{SHOWS[show]}の質問はありません</EmptyState>}
      <ol aria-label="質問の一覧" className="grid gap-3">
        {data.results.map((question) => (
          <QuestionItem
            key={question.id}
            question={question}
            isOpen={question === opened}
            onOpen={() => {
              setDone(null);
              choose(question.id);
            }}
            onDone={setDone}
          />
        ))}
      </ol>
      {data.count > PAGE_SIZE && <Pager current={page} last={last} />}
    </>
  );
}
