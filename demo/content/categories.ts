import type { DemoCategory } from "./types.ts";

export const categories: DemoCategory[] = [
  { name: "マーケティング", children: ["顧客リサーチ", "集客・SNS", "オファー・価格設計"] },
  { name: "コピーライティング", children: ["キャッチコピー", "セールスレター・LP", "メール・LINE配信"] },
  { name: "収益化プログラミング", children: ["案件獲得", "Web制作", "業務自動化", "個人開発"] },
  { name: "AI活用・システム構築", children: ["プロンプト設計", "RAG・社内検索", "AIエージェント"] },
];

export const tags: string[] = [
  "初心者向け",
  "副業",
  "フリーランス",
  "事例",
  "テンプレート",
  "リサーチ",
  "SNS",
  "SEO",
  "広告",
  "価格設定",
  "心理学",
  "LP",
  "メルマガ",
  "営業",
  "HTML/CSS",
  "JavaScript",
  "Python",
  "GAS",
  "WordPress",
  "個人開発",
  "自動化",
  "ChatGPT",
  "RAG",
  "API",
];
