import { expect, type Page } from "@playwright/test";
import type { Operator } from "./operator.ts";

export interface FirstStep {
  title: string;
  perform(operator: Operator): Promise<void>;
  /** Throws unless a visitor finds the result. */
  find(visitor: Page): Promise<void>;
}

const NAME = "つくる人の商い塾";
const COLOUR = "#0b5d3b";
const LESSONS = ["値段を決める三つの問い", "はじめての提案書", "毎朝の集計をAIに渡す"];

const nameAndColours: FirstStep = {
  title: "name, colours and contact",
  async perform(operator) {
    await operator.open("サイトの設定");
    await operator.type(operator.main.getByLabel("サイト名"), NAME);
    await operator.type(operator.main.getByLabel("基本の色"), COLOUR);
    await operator.type(operator.main.getByLabel("お問い合わせ先"), "mailto:help@example.jp");
    await operator.press(operator.main.getByRole("button", { name: "保存", exact: true }));
    await operator.main.getByText("サイトの設定を保存しました。").waitFor();
  },
  async find(visitor) {
    await visitor.goto("/landing");
    await expect(visitor).toHaveTitle(new RegExp(NAME));
    await visitor.goto("/login");
    const colour = () => getComputedStyle(document.documentElement).getPropertyValue("--color-primary");
    expect(await visitor.evaluate(colour)).toContain(COLOUR);
  },
};

const threeVideos: FirstStep = {
  title: "three videos",
  async perform(operator) {
    await operator.open("動画管理");
    await operator.press(operator.main.getByText("動画を登録する", { exact: true }));
    for (const [index, title] of LESSONS.entries()) {
      await operator.type(operator.main.getByLabel("タイトル", { exact: true }), title);
      const address = `https://www.youtube.com/watch?v=lesson-${index}-abc`;
      await operator.type(operator.main.getByLabel("動画ID", { exact: true }), address);
      await operator.type(operator.main.getByLabel("概要文（任意）"), "0:00 はじめに\n1:30 三つの問い");
      await operator.press(operator.main.getByRole("button", { name: "登録する", exact: true }));
      await operator.main.getByRole("rowheader", { name: title }).waitFor();
    }
  },
  async find(visitor) {
    await visitor.goto("/trial");
  },
};

/** In the order in which a new operator does them. */
export const FIRST_STEPS: readonly FirstStep[] = [nameAndColours, threeVideos];
