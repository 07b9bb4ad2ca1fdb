import type { contract, OutputOf } from "@manabiya/contract";
import { expectTypeOf, test } from "vitest";
import type { AnswerOf, PlaylistDetail, Profile, VideoCard } from "./answers.ts";

// The compiler checks these (npm run types); nothing happens at run time.
test("fields beyond the specification are optional", () => {
  expectTypeOf<Profile["username"]>().toEqualTypeOf<string>();
  expectTypeOf<Profile["can_watch"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<VideoCard["position"]>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<PlaylistDetail["videos"][number]["video"]["title"]>().toEqualTypeOf<string>();
  expectTypeOf<PlaylistDetail["videos"][number]["video"]["duration"]>().toEqualTypeOf<number | null | undefined>();
});

test("answers without such fields stay as they are", () => {
  type Preview = typeof contract.subscription.previewChange;
  expectTypeOf<AnswerOf<Preview>>().toEqualTypeOf<OutputOf<Preview>>();
});
