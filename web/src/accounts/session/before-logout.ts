type Work = () => Promise<unknown>;

const works = new Set<Work>();

/** Has something told to the server while the member is still signed in. @returns a function that takes it back. */
export function beforeLogout(work: Work): () => void {
  works.add(work);
  return () => works.delete(work);
}

/** Begins everything at once; resolves when all of it has ended, well or not. */
export function finishBeforeLogout(): Promise<unknown> {
  return Promise.allSettled([...works].map((work) => work()));
}
