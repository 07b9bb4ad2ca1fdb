import { AdminQuestion, type QuestionShow } from "@manabiya/contract/lists/admin-questions.ts";
import { normalizeForSearch } from "@manabiya/contract/rules/search-text.ts";
import { ANY_QUESTION, PICTURE_ADDRESS } from "../../../lists/questions/queries.ts";
import { columnsOf } from "../../../db/columns-of.ts";
import { text, texts } from "../../../db/columns.ts";
import { command, type Database, statement } from "../../../db/statement.ts";
import { counted } from "../../../http/paging.ts";

const questionColumns = { ...columnsOf(AdminQuestion), reports: texts };

const QUESTION = `${ANY_QUESTION}, q.video_id, v.title as video_title, q.revision,
  (select c.title from chapters c where c.video_id = q.video_id and c.time_seconds <= q.second
    order by c.time_seconds desc, c.id desc limit 1) as chapter,
  array(select m.reason from question_marks m where m.question_id = q.id and m.is_report order by m.marked_at) as reports,
  case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as member,
  u.questions_blocked_at is not null as is_blocked`;

const FROM = "questions q join videos v on v.id = q.video_id left join users u on u.id = q.user_id";

const IS_REPORTED = "exists (select from question_marks m where m.question_id = q.id and m.is_report)";

/** Questions about videos in the trash wait there with them. */
export const FILTERS: Record<QuestionShow, string> = {
  open: "v.deleted_at is null and q.answer is null and q.state <> 'hidden'",
  answered: "v.deleted_at is null and q.answer is not null and q.state <> 'hidden'",
  reported: `v.deleted_at is null and q.state <> 'hidden' and ${IS_REPORTED}`,
  hidden: "v.deleted_at is null and q.state = 'hidden'",
};

const listWith = (show: QuestionShow, order: string) => statement(`admin-questions.${show}`, counted(questionColumns))`
  with total as (select count(*) as count from questions q join videos v on v.id = q.video_id where ${FILTERS[show]}),
  page as (select ${QUESTION} from ${FROM} where ${FILTERS[show]} order by ${order} limit $1 offset $2)
  select total.count, page.* from total left join page on true order by ${order.replace("q.", "page.")}`;

/** Values: limit, offset. */
export const LISTS = {
  open: listWith("open", "q.id"),
  answered: listWith("answered", "q.id desc"),
  reported: listWith("reported", "q.id desc"),
  hidden: listWith("hidden", "q.id desc"),
};

/** Values: id. */
export const lockQuestion = statement("admin-questions.lock", questionColumns)`
  select ${QUESTION} from ${FROM} where q.id = $1 for update of q`;

/** Values: id. */
export const readPicture = statement("admin-questions.picture", { address: text })`
  select ${PICTURE_ADDRESS} as address from questions q where q.id = $1 and q.picture is not null`;

const update = command("admin-questions.update")`
  update questions set state = $2, answer = $3, answered_at = $4, search_text = $5, revision = revision + 1 where id = $1`;

/** Values: id. */
export const clearReports = command("admin-questions.clear-reports")`
  delete from question_marks where question_id = $1 and is_report`;

export async function writeQuestion(tx: Database, { id, text, state, answer, answered_at }: AdminQuestion) {
  const searched = answer === null ? null : normalizeForSearch(`${text} ${answer}`);
  await update(tx, [id, state, answer, answered_at, searched]);
  return lockQuestion(tx, [id]);
}

/** The address of the member who waits for an answer and wants a mail. An unverified one may be a stranger's. Values: question. */
export const findReader = statement("admin-questions.find-reader", { email: text })`
  select u.email
    from questions q join users u on u.id = q.user_id left join mail_preferences p on p.user_id = u.id
   where q.id = $1 and u.closed_at is null and u.email_verified_at is not null and p.answers_refused_at is null`;
