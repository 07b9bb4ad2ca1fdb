import { int, statement, text } from "../db/statement.ts";
import { DISTINCT_MARKS, MEMBERS_PER_TERM, PENDING_DAYS, USUAL_SPELLING } from "../events/search-term.ts";

/** Values: from, to. */
export const listSearchDays = statement("figures.search-days", { day: text, searches: int, without_result: int })`
  select day::text as day, searches, without_result from daily_searches where day between $1::date and $2::date order by day`;

/** The most frequent keywords, and those most often without result. Values: from, to, today, limit of each. */
export const listTerms = statement("figures.terms", { term: text, searches: int, without_result: int })`
  with open as (
    select term, sum(searches) as searches, sum(without_result) as without_result, ${USUAL_SPELLING} as spelling
      from pending_searches
     where day between $3::date - ${PENDING_DAYS - 1} and $3::date and $3::date between $1::date and $2::date
     group by term
    having ${DISTINCT_MARKS} >= ${MEMBERS_PER_TERM} or term in (select term from daily_search_terms)),
  sums as materialized (
    select term, sum(searches)::int as searches, sum(without_result)::int as without_result,
           ${USUAL_SPELLING} as spelling
      from (select term, searches, without_result, spelling from daily_search_terms where day between $1::date and $2::date
            union all
            select term, searches, without_result, spelling from open) as parts
     group by term),
  frequent as (select * from sums order by searches desc, term limit $4),
  missing as (
    select * from sums where without_result > 0 order by without_result desc, searches desc, term limit $4)
  select coalesce(spelling, term) as term, searches, without_result from (select * from frequent union select * from missing) as terms
   order by searches desc, term`;
