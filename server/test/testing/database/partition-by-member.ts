import { readFileSync } from "node:fs";
import type pg from "pg";

const SCRIPT = new URL("../../../../deploy/cluster/citus/distribute-tables.sql", import.meta.url);

/** The script that operators run on Citus. */
export const distributionScript = () => readFileSync(SCRIPT, "utf8");

/** More partitions make it less likely that two members share one. */
const PARTITIONS = 8;

/**
 * PostgreSQL's own partitioning behind the names of Citus' functions. It has the same rule for unique constraints, and it
 * shows in plans which members' rows a statement reads. Citus' rules for foreign keys are from its source,
 * commands/foreign_constraint.c.
 */
const FUNCTIONS = `
create schema distribution;
create table distribution.tables (name text primary key, class text not null);

create function create_reference_table(name regclass) returns void language plpgsql as $$
declare refused text;
begin
  select confrelid::regclass::text into refused from pg_constraint
   where conrelid = name and contype = 'f' and confrelid <> name and confdeltype not in ('a', 'r')
     and confrelid::regclass::text not in (select t.name from distribution.tables t where t.class = 'reference');
  if refused is not null then raise exception '% refers to %, which is not a reference table yet', name, refused; end if;
  if exists (select from pg_trigger where tgrelid = name and not tgisinternal) then
    raise exception '% has a trigger', name;
  end if;
  insert into distribution.tables values (name::text, 'reference');
end $$;

create function create_distributed_table(name regclass, distribution_column text, colocate_with text default 'default')
returns void language plpgsql as $$
declare
  plain text := name::text;
  keys text[];
  refused text;
  sentence text;
begin
  if exists (select from pg_trigger where tgrelid = name and not tgisinternal) then
    raise exception '% has a trigger', plain;
  end if;
  select confrelid::regclass::text into refused from pg_constraint
   where conrelid = name and contype = 'f'
     and confrelid::regclass::text not in (select t.name from distribution.tables t where t.class = 'reference');
  if refused is not null then raise exception '% refers to %, which is no reference table', plain, refused; end if;
  select conname into refused from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname = distribution_column
   where conrelid = name and contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd', 'c'));
  if refused is not null then raise exception 'the key % changes the distribution column', refused; end if;
  if colocate_with <> 'default' and (
       select class from distribution.tables t where t.name = colocate_with) is distinct from 'distributed' then
    raise exception '% is to be with %, which is not distributed yet', plain, colocate_with;
  end if;
  select coalesce(array_agg(pg_get_constraintdef(oid)), '{}') into keys
    from pg_constraint where conrelid = name and contype = 'f';
  execute format('alter table %I rename to %I', plain, plain || '_whole');
  execute format('create table %I (like %I including all) partition by hash (%I)', plain, plain || '_whole', distribution_column);
  for n in 0..${PARTITIONS - 1} loop
    execute format('create table %I partition of %I for values with (modulus ${PARTITIONS}, remainder %s)',
                   plain || '_member_' || n, plain, n);
  end loop;
  execute format('drop table %I', plain || '_whole');
  foreach sentence in array keys loop execute format('alter table %I add %s', plain, sentence); end loop;
  insert into distribution.tables values (plain, 'distributed');
end $$;
`;

/** Runs the shipped script on a migrated database without rows. */
export async function partitionByMember(client: pg.Client, script = distributionScript()): Promise<void> {
  await client.query(FUNCTIONS);
  await client.query(script);
}

export type TableClass = "distributed" | "reference" | "local";

/** Every table that the script names, with its class, in its order. */
export function declaredTables(script = distributionScript()): [name: string, tableClass: TableClass][] {
  return [...script.matchAll(/^(?:select create_(distributed|reference)_table\('(\w+)'|-- local (\w+): .{10})/gm)].map(
    ([, made, name, local]) => [name ?? local ?? "", (made as TableClass | undefined) ?? "local"],
  );
}
