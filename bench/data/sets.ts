/** The size of the generated data. */
export interface DataSet {
  name: "S" | "M" | "L";
  videos: number;
  members: number;
  /** Watched videos of an ordinary member. */
  history: number;
  /** Watched videos of the member who has watched most. */
  longestHistory: number;
  /** Fresh searches of each kind; a small catalogue yields few distinct ones. */
  searches: number;
}

export const SETS: Record<DataSet["name"], DataSet> = {
  S: { name: "S", videos: 200, members: 1_000, history: 20, longestHistory: 200, searches: 12 },
  M: { name: "M", videos: 10_000, members: 10_000, history: 50, longestHistory: 10_000, searches: 40 },
  L: { name: "L", videos: 100_000, members: 100_000, history: 99, longestHistory: 100_000, searches: 40 },
};

export const CHAPTERS_PER_VIDEO = 10;
