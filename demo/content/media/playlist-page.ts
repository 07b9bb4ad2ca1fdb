import { indigo, paper, signal, track } from "./palette.ts";
import { cloth } from "./patterns.ts";

/** The default picture of a playlist, 640 × 360. */
export function playlistPage(): string {
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><style>
* { margin: 0; box-sizing: border-box }
body { width: 640px; height: 360px; overflow: hidden; position: relative; background: ${indigo.field} }
.cloth { position: absolute; inset: 0; width: 100%; height: 100%; opacity: .6 }
i { position: absolute; width: 288px; height: 162px; border-radius: 12px; border: 4px solid ${indigo.field} }
i:nth-of-type(1) { left: 206px; top: 71px; background: ${indigo.shade} }
i:nth-of-type(2) { left: 176px; top: 97px; background: ${track} }
i:nth-of-type(3) { left: 146px; top: 123px; background: ${paper} }
svg[viewBox] { position: absolute; left: 258px; top: 158px; width: 72px; height: 72px }
b { position: absolute; left: 170px; top: 254px; width: 132px; height: 10px; background: ${signal} }
</style><body>${cloth(0, indigo.shade)}<i></i><i></i><i></i><svg viewBox="0 0 72 72"><path d="M16 6 64 36 16 66z" fill="${indigo.field}"/></svg><b></b></body></html>`;
}
