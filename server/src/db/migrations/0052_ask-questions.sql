create table questions (
  id integer generated always as identity constraint questions_pkey primary key,
  user_id integer constraint questions_user_id_fk references users (id) on delete cascade,
  video_id integer not null constraint questions_video_id_fk references videos (id) on delete cascade,
  second integer not null,
  text text not null,
  nickname text not null,
  is_public boolean not null,
  state text not null default 'new' constraint questions_state check (state in ('new', 'shown', 'hidden')),
  answer text,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  revision integer not null default 0
);
create index questions_user_id on questions (user_id, id);
create index questions_video_id on questions (video_id, second);
create index questions_unanswered on questions (id) where answer is null and state <> 'hidden';
comment on table questions is 'What members ask at a second of a video, and what staff answer (decisions/092).';
comment on column questions.user_id is 'Null: the account was closed, and the answered question stayed.';
comment on column questions.is_public is 'False: only the member and staff ever see it.';
comment on column questions.state is 'new: staff have not let it through; shown: other members see it if it is public; hidden: staff took it away.';

create table question_marks (
  user_id integer not null constraint question_marks_user_id_fk references users (id) on delete cascade,
  question_id integer not null constraint question_marks_question_id_fk references questions (id) on delete cascade,
  is_report boolean not null,
  reason text not null default '',
  marked_at timestamp with time zone not null,
  constraint question_marks_pkey primary key (user_id, question_id, is_report)
);
create index question_marks_question_id on question_marks (question_id, is_report);
create index question_marks_reports on question_marks (question_id) where is_report;
comment on table question_marks is 'Members who want to know the answer, too, or who report the question to staff.';
comment on column question_marks.reason is 'Of a report.';

alter table users add column questions_blocked_at timestamp with time zone;
comment on column users.questions_blocked_at is 'Since when staff let the member ask no questions; null: the member may ask.';
alter table videos add column takes_questions boolean not null default true;
alter table mail_preferences add column answers_refused_at timestamp with time zone;
comment on column mail_preferences.answers_refused_at is 'Since when the member wants no mail about an answer; null: each answer is mailed.';
