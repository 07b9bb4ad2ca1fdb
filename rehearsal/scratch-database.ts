/** A PostgreSQL of the rehearsal's own below its folder. */
export interface ScratchDatabase {
  url: string;
  /** PostgreSQL's folder, with its file `postmaster.pid`. */
  directory: string;
  /** Rejects when PostgreSQL ended and is not started again. */
  ended: Promise<never>;
  stop(): Promise<void>;
}
