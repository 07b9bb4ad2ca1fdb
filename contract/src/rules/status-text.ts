/** The messages for failures without a message of their own. */
export const STATUS_TEXT = {
  400: "バリデーションエラー: 入力内容を確認してください。",
  401: "認証エラー: ログインが必要です。",
  403: "権限エラー: アクセス権限がありません。",
  other: "エラーが発生しました。もう一度お試しください。",
  unreachable: "サーバーとの通信に失敗しました。",
} as const;

export function statusText(status: number): string {
  return status === 400 || status === 401 || status === 403 ? STATUS_TEXT[status] : STATUS_TEXT.other;
}
