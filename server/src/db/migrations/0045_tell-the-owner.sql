alter table mail_preferences add column undeliverable_code text;--> statement-breakpoint
comment on column mail_preferences.undeliverable_code is 'What refused the address: a code of SMTP, "bounce" or "complaint" (mail/hard-failure.ts, mailings/reports/).';--> statement-breakpoint
create index mail_preferences_undeliverable on mail_preferences (user_id) where undeliverable_email is not null;--> statement-breakpoint
alter table mail_outbox add column refused_code text;--> statement-breakpoint
comment on column mail_outbox.refused_code is 'The code by which a mail server refused the recipient for good; the mail is not sent again by itself.';--> statement-breakpoint
create table owner_matters (
  matter text primary key,
  told_at timestamp with time zone not null
);--> statement-breakpoint
comment on table owner_matters is 'What the owner was told by mail, and by what digest. A matter that is settled loses its row (staff/dashboard/tell-owner.ts).';
