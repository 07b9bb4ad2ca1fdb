import { contract, staff } from "@manabiya/contract";
import { expect, test } from "vitest";
import { unwrap } from "./unwrap.ts";

const LIST = [{ id: 1 }, { id: 2 }];
const RECORD = { id: 1, title: "題", categories: LIST };

test.each([
  [contract.categories.list.url, "categories"],
  [contract.tags.list.url, "tags"],
  [contract.playlists.list.url, "playlists"],
  [contract.subscription.prices.url, "prices"],
  [staff.adminVideos.list.url, "videos"],
  [staff.adminChapters.list.url, "chapters"],
])("%s may answer a list, an object with the list, or a page of it", (url, name) => {
  for (const answer of [
    LIST,
    { [name]: LIST },
    { results: LIST },
    { count: 2, next: null, previous: null, results: LIST },
  ]) {
    expect(unwrap(url, answer)).toEqual(LIST);
  }
  expect(unwrap(url, [])).toEqual([]);
});

test.each([
  [contract.profile.get.url, "profile"],
  [contract.videos.get.url, "video"],
  [contract.playlists.get.url, "playlist"],
  [staff.playlistManagement.addVideo.url, "playlist"],
])("%s may answer a record, or an object with the record", (url, name) => {
  expect(unwrap(url, RECORD)).toBe(RECORD);
  expect(unwrap(url, { [name]: RECORD })).toBe(RECORD);
});

test.each([undefined, null, "", 0, {}])("the answer %j stays as it is", (answer) => {
  expect(unwrap(contract.categories.list.url, answer)).toBe(answer);
});

test("answers of other calls stay as they are, whatever their fields are called", () => {
  const paged = { results: LIST, count: 2, next: null, previous: null };
  expect(unwrap(contract.favorites.list.url, paged)).toBe(paged);
  const last = { change: { from_plan: "monthly" } };
  expect(unwrap(contract.subscription.lastChange.url, last)).toBe(last);
});
