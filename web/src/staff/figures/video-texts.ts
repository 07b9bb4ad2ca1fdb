export const DELETED = "削除された動画";

/** How each figure of a video is computed. */
export const VIDEO_TEXTS = {
  views: "視聴回数は、再生を始めた回数です。スタッフの視聴を含みます。",
  watch_seconds:
    "視聴時間は、動画の中で再生された長さの合計です。約10秒ごとの再生位置から数え、飛ばした部分は含みません。",
  favorites: "お気に入りは、期間中に追加または削除された回数です。",
};
