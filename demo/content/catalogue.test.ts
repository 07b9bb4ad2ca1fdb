import { describe, expect, test } from "vitest";
import { demoCatalogue } from "./catalogue.ts";

const { accounts, categories, notes, notices, playlists, tags, videos } = demoCatalogue;
const byId = new Map(videos.map((video) => [video.video_id, video]));

function repeated(names: string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe("Videos", () => {
  test("are at least 40, ten per subject, 28 of which play offline", () => {
    expect(videos.length).toBeGreaterThanOrEqual(40);
    expect(videos.filter(({ host }) => host === "file").length).toBeGreaterThanOrEqual(28);
    for (const { name, children } of categories) {
      const inSubject = videos.filter((video) => video.categories.some((own) => [name, ...children].includes(own)));
      expect(inSubject.length, name).toBeGreaterThanOrEqual(10);
    }
  });

  test("have unique ids, titles and covers", () => {
    expect(repeated(videos.map(({ video_id }) => video_id))).toEqual([]);
    expect(repeated(videos.map(({ title }) => title))).toEqual([]);
    expect(repeated(videos.map(({ thumbnail }) => thumbnail))).toEqual([]);
  });

  test("use existing categories and tags, all of which have videos", () => {
    const children = categories.flatMap((category) => category.children);
    expect(new Set(videos.flatMap((video) => video.categories))).toEqual(new Set(children));
    expect(new Set(videos.flatMap((video) => video.tags))).toEqual(new Set(tags));
    expect(repeated([...tags])).toEqual([]);
  });

  test.each(videos)("$title has a title and description of the right length", ({ title, description }) => {
    expect(title.length).toBeGreaterThanOrEqual(14);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeGreaterThanOrEqual(100);
    expect(description.split("\n").length).toBeGreaterThanOrEqual(2);
    expect(description).toBe(description.trim());
    expect(description).not.toMatch(/^[ \t　]|[ \t　]$/m);
  });

  test.each(videos)("$title has ordered chapters within its duration", ({ chapters, duration }) => {
    const times = chapters.map(({ time_seconds }) => time_seconds);
    expect(chapters.length).toBeGreaterThanOrEqual(3);
    expect(chapters.length).toBeLessThanOrEqual(8);
    expect(times[0]).toBe(0);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(duration);
  });

  test.each(videos)("$title has published words in order, within its duration", ({ captions, duration }) => {
    expect(captions.length).toBeGreaterThanOrEqual(4);
    for (const [index, { starts_ms, ends_ms }] of captions.entries()) {
      expect(ends_ms).toBeGreaterThan(starts_ms);
      expect(ends_ms).toBeLessThanOrEqual(captions[index + 1]?.starts_ms ?? duration * 1_000);
    }
  });

  test("long ones have more words, so that a search finds places in them", () => {
    for (const { title, captions } of videos.filter(({ duration }) => duration > 450))
      expect(captions.length, title).toBeGreaterThanOrEqual(9);
  });

  test("are published over a year, the newest this week", () => {
    const ages = videos.map(({ published_days_ago }) => published_days_ago);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(ages.filter((age) => age < 7).length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...ages)).toBeGreaterThan(365);
  });
});

test("playlists contain existing videos, each once", () => {
  expect(playlists.length).toBeGreaterThanOrEqual(5);
  for (const { title, video_ids } of playlists) {
    expect(
      video_ids.filter((id) => !byId.has(id)),
      title,
    ).toEqual([]);
    expect(repeated(video_ids), title).toEqual([]);
  }
});

test("notices fill more than one page of ten and link only to example addresses", () => {
  expect(notices.length).toBeGreaterThanOrEqual(12);
  const texts = [...notices.map(({ content }) => content), ...videos.map(({ description }) => description)];
  const hosts = texts.flatMap((text) => [...text.matchAll(/https?:\/\/([^/\s]+)/g)].map(([, host]) => host));
  expect(new Set(hosts)).toEqual(new Set(["example.com", "example.jp"]));
});

test("notes are written at a second of a video that the account has watched, practice among them", () => {
  expect(notes.filter(({ practice }) => practice !== null).length).toBeGreaterThanOrEqual(3);
  for (const { email, video_id, second, days_ago, practice, text } of notes) {
    const watch = accounts
      .find((account) => account.email === email)
      ?.watched.find((watched) => watched.video_id === video_id);
    expect(watch?.days_ago, text).toBeGreaterThanOrEqual(days_ago);
    expect(byId.get(video_id)?.duration, text).toBeGreaterThan(second);
    expect(practice?.days_ago ?? 0, text).toBeLessThanOrEqual(watch?.days_ago ?? 0);
  }
});

describe("Accounts", () => {
  test("cover every subscription status and role", () => {
    expect(accounts.map(({ email }) => email.replace("@example.com", ""))).toEqual([
      "staff",
      "superuser",
      "member",
      "yearly",
      "trial",
      "expired",
      "inactive",
      "canceled",
    ]);
  });

  test.each(accounts)("$email has no activity before a video's publication", (account) => {
    for (const { video_id, days_ago } of [...account.watched, ...account.favorites, ...account.watch_later]) {
      expect(byId.get(video_id)?.published_days_ago, video_id).toBeGreaterThan(days_ago);
      expect(account.created_days_ago, video_id).toBeGreaterThan(days_ago);
    }
    for (const { video_id, position } of account.watched) {
      expect(position, video_id).toBeLessThanOrEqual(byId.get(video_id)?.duration ?? 0);
    }
    expect(repeated(account.learned.map(({ days_ago }) => `${days_ago}`))).toEqual([]);
    expect(account.learned.filter(({ days_ago }) => days_ago >= account.created_days_ago)).toEqual([]);
    for (const marks of [account.watched, account.favorites, account.watch_later]) {
      expect(repeated(marks.map(({ video_id }) => video_id))).toEqual([]);
    }
  });
});
