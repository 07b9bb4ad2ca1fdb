-- An entry can be a part of another one: an upload of a table is one entry, with one part for each record.
alter table audit_log add column part_of integer constraint audit_log_part_of_audit_log_id_fk references audit_log (id);
comment on column audit_log.part_of is 'The entry of the whole operation, such as an upload; null: an operation of its own.';
create index audit_log_parts on audit_log (part_of, id) where part_of is not null;
create index audit_log_at on audit_log (at);

create table undo_values (
  audit_id integer constraint undo_values_pkey primary key constraint undo_values_audit_id_audit_log_id_fk references audit_log (id),
  at timestamptz not null,
  before jsonb,
  after jsonb,
  is_deletion boolean not null
);
create index undo_values_at on undo_values (at);
create index undo_values_deleted on undo_values (audit_id) where is_deletion;
comment on table undo_values is 'What takes a change of the log back, whole, for as long as the trash keeps videos (server/src/staff/undo/).';
comment on column undo_values.before is 'The changed fields; the whole record if the change deleted it; null: the change created it.';
comment on column undo_values.after is 'As before. Null: the change deleted the record.';
comment on column undo_values.is_deletion is 'The record was deleted, or moved to the trash.';

-- A notice that comes back from the trash is still read by those who read it.
alter table notice_reads drop constraint notice_reads_notice_id_notices_id_fk;
