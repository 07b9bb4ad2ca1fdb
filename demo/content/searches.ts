/** Members look for these, the most frequent first. */
export const searches = ["プロンプト", "LP", "ChatGPT", "ペルソナ", "件名", "見積もり", "Python", "GAS", "LINE", "SEO"];
