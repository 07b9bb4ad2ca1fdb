/** The texts that differ between the two landing pages. Shared texts stand in the sections. */
export interface LandingCopy {
  path: "/landing" | "/freelanding";
  /** Title of the document and of shared links. */
  title: string;
  description: string;
  /** The target and label of every button. */
  action: { href: "/signup" | "/trial"; label: string; note: string };
  hero: { audience: string; heading: string; lead: string };
  about: { heading: string; lead: string; subjects: readonly Subject[] };
  story: { heading: string; lead: string };
  contents: { heading: string; lead: string; video: VideoExample };
  achievements: { heading: string; lead: string };
  closing: { heading: string; paragraphs: readonly string[] };
  /** The text above the last button. */
  farewell: string;
  questions: readonly Question[];
}

export type SubjectName = "marketing" | "copywriting" | "programming" | "ai";

interface Subject {
  name: SubjectName;
  /** One sentence about the learner's new skill. */
  promise: string;
  /** Example titles. */
  examples: readonly string[];
}

interface VideoExample {
  title: string;
  chapters: readonly { time: string; title: string }[];
}

export interface Question {
  question: string;
  answer: string;
  link?: { href: string; label: string };
}

export const SUBJECT_TITLES: Readonly<Record<SubjectName, string>> = {
  marketing: "マーケティング",
  copywriting: "コピーライティング",
  programming: "収益化プログラミング",
  ai: "AI活用・システム構築",
};
