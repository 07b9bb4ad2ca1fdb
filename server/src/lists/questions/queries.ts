import { Question } from "@manabiya/contract/lists/questions.ts";
import { isPublished } from "../../catalogue/videos/rows.ts";
import { FIND_REFERENCE } from "../../catalogue/videos/reference.ts";
import { bool, int, nullable, text } from "../../db/columns.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { statement } from "../../db/statement.ts";
import { recordEvents } from "../../events/webhook-events.ts";

/** For staff as well. */
export const ANY_QUESTION = `q.id, q.second, q.text, q.nickname, q.is_public, q.picture is not null as has_picture, q.state, q.answer, q.asked_at, q.answered_at,
  (select count(*) from question_marks m where m.question_id = q.id and not m.is_report)::int as wants`;

/** A data URL. */
export const PICTURE_ADDRESS = "'data:image/webp;base64,' || translate(encode(q.picture, 'base64'), chr(10), '')";

const questionColumns = columnsOf(Question);

/** `$1` is the member. */
const QUESTION = `${ANY_QUESTION}, coalesce(q.user_id = $1::int, false) as is_own,
  exists (select from question_marks m where m.question_id = q.id and not m.is_report and m.user_id = $1) as is_wanted`;

/** Other members see such a question. */
const IS_SHOWN = "q.is_public and q.state = 'shown'";

/** Its video takes questions. `$3`: now. */
const IS_OPEN = `exists (select from videos v where v.id = q.video_id and v.takes_questions and ${isPublished("$3")})`;

const VIDEO_QUESTIONS_MAX = 500;

/** A published video that takes questions. Values: reference (2), now. */
export const findAskable = statement("questions.find-video", { id: int })`
  select v.id from videos v where v.id in (${FIND_REFERENCE}) and v.takes_questions`;

/** By their seconds. Values: user, video's number. */
export const listQuestionsOfVideo = statement("questions.of-video", questionColumns)`
  select ${QUESTION} from questions q
   where q.video_id = $2 and (q.user_id = $1 or (${IS_SHOWN}))
   order by q.second, q.id limit ${VIDEO_QUESTIONS_MAX}`;

/** Values: user. */
export const readAsker = statement("questions.asker", { nickname: nullable(text), pictures: int, is_blocked: bool })`
  select (select nickname from questions where user_id = u.id order by id desc limit 1) as nickname,
         (select count(*) from questions where user_id = u.id and picture is not null)::int as pictures,
         u.questions_blocked_at is not null as is_blocked
    from users u where u.id = $1`;

/** Values: user, video's number, text. */
export const findSameQuestion = statement("questions.find-same", questionColumns)`
  select ${QUESTION} from questions q where q.user_id = $1 and q.video_id = $2 and q.text = $3`;

/** Values: user, video's number, second, text, nickname, whether public, now. */
export const insertQuestion = statement("questions.insert", questionColumns)`
  with asked as (
    insert into questions as q (user_id, video_id, second, text, nickname, is_public, asked_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${QUESTION}),
  told as (${recordEvents(`
    select gen_random_uuid() as event_id, 'question.asked' as type, $1::int as user_id, $7::timestamptz as at, 0 as position,
           jsonb_build_object('member', $1::int, 'question', q.id, 'video', v.id, 'title', v.title, 'second', q.second) as data
      from asked q join videos v on v.id = $2`)})
  select * from asked`;

const IS_OWN = `q.user_id = $1 and q.id = $2 and ${IS_OPEN}`;

/** Values: user, question, now. */
export const findOwnQuestion = statement("questions.find-own", { id: int })`
  select q.id from questions q where ${IS_OWN}`;

/** Staff have not seen what is new, so others see it no longer. An answered or hidden one stays as it is. */
const changeOwn = (fields: string) => `
  update questions as q set ${fields}, state = 'new', revision = revision + 1
   where ${IS_OWN} and q.answer is null and q.state <> 'hidden' returning ${QUESTION}`;

/** Values: user, question, now, text, nickname, whether public. */
export const correctQuestion = statement("questions.correct", questionColumns)`
  ${changeOwn("text = $4, nickname = $5, is_public = $6")}`;

/** Values: user, question, now, picture. */
export const setPicture = statement("questions.set-picture", questionColumns)`${changeOwn("picture = $4")}`;

/** For the member, and for others who see the question. Values: user, question, now. */
export const readPicture = statement("questions.picture", { address: text })`
  select ${PICTURE_ADDRESS} as address from questions q
   where q.id = $2 and q.picture is not null and (q.user_id = $1 or (${IS_SHOWN})) and ${IS_OPEN}`;

/** Values: user, question, now. */
export const withdrawQuestion = statement("questions.withdraw", { id: int })`
  delete from questions q where ${IS_OWN} and (q.answer is null or not q.is_public) returning q.id`;

/** Another member's question that the caller sees. Values: user, question, now. */
export const findOthersQuestion = statement("questions.find-others", questionColumns)`
  select ${QUESTION} from questions q where q.id = $2 and q.user_id is distinct from $1 and ${IS_SHOWN} and ${IS_OPEN}`;

/** Those whose words the search may have. */
export const listVideosWithAnswers = statement("questions.videos-with-answers", { video_id: int })`
  select distinct video_id from questions where search_text is not null order by video_id`;

/** Values: user, question, whether a report, reason, now. */
export const mark = statement("questions.mark", { question_id: int })`
  insert into question_marks (user_id, question_id, is_report, reason, marked_at) values ($1, $2, $3, $4, $5)
  on conflict (user_id, question_id, is_report) do update set reason = excluded.reason returning question_id`;

/** Values: user, question. */
export const unwant = statement("questions.unwant", { question_id: int })`
  delete from question_marks where user_id = $1 and question_id = $2 and not is_report returning question_id`;
