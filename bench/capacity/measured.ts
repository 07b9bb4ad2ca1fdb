/** Processor time of one call in microseconds. */
export interface Cost {
  server: number;
  database: number;
}

/** Medians of bench/results/L.md (`npm run bench -- --set L`): one core of the machine named there. */
export const COSTS = {
  login: { server: 26_475, database: 3_947 },
  refresh: { server: 1_118, database: 601 },
  home: { server: 586, database: 334 },
  list: { server: 402, database: 173 },
  search: { server: 281, database: 119 },
  detail: { server: 357, database: 163 },
  noticeCount: { server: 188, database: 137 },
  favorite: { server: 363, database: 407 },
  progress: { server: 447, database: 664 },
} as const satisfies Record<string, Cost>;

export type CallName = keyof typeof COSTS;

/**
 * Milliseconds of the database for a search that nobody made since the catalogue changed: decisions/archive/072, set M. On set L
 * it takes about twice as long (bench/results/L.md).
 */
export const FIRST_SEARCH_MS = 7;

/** Bytes of an answer with its headers, compressed: the list baseline is 9 kB before compression. */
export const ANSWER_BYTES = 2_500;

/**
 * Bytes of a row with its indexes, as `npm run bench -- capacity rows` measures them on fresh tables. The filled rows have
 * short texts: 100 bytes are added for a password hash, 140 for a browser's name, 150 for the text of a note.
 */
export const ROW_BYTES = {
  users: 362,
  sessions: 313,
  member_counts: 93,
  watch_history: 174,
  favorites: 164,
  notes: 444,
  learned_days: 82,
  notice_reads: 76,
  recommendations: 120,
  mail_outbox: 163,
  mailing_recipients: 141,
  membership_changes: 131,
} as const;

export type TableName = keyof typeof ROW_BYTES;
