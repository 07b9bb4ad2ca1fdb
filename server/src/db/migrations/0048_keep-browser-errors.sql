create table browser_errors (
  day date not null,
  page text not null,
  release text not null,
  message text not null,
  count integer not null,
  primary key (day, page, release, message)
);--> statement-breakpoint
comment on table browser_errors is 'Errors that browsers reported, without persons: page and message hold no number, address or quoted text (observability/browser-errors.ts).';
