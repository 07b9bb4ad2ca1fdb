alter table questions add column search_text text, add column picture bytea;
comment on column questions.search_text is 'Question and answer, normalised for the search (decisions/059); null: without an answer.';
comment on column questions.picture is 'A WebP of the member, made smaller, without metadata. It goes when the account is closed.';
-- The next answer normalises as the server does; until then signs that replace a long-vowel mark stay.
update questions
   set search_text = trim(regexp_replace(translate(lower(normalize(text || ' ' || answer, NFKC)),
         'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
         'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ'),
         '\s+', ' ', 'g'))
 where answer is not null;
create index questions_found on questions (video_id) where search_text is not null;
