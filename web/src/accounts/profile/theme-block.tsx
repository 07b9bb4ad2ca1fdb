import { useState } from "react";
import { chooseTheme, readTheme, type Theme } from "../../ui/theme.ts";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";

const THEMES: [Theme, string, string][] = [
  ["system", "自動", "端末の設定に合わせる"],
  ["light", "ライト", "明るい画面"],
  ["dark", "ダーク", "暗い画面"],
];

export function ThemeBlock() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <ProfileBlock title="画面の表示">
      <fieldset className="grid justify-items-start">
        <legend className="sr-only">画面の明るさ</legend>
        {THEMES.map(([value, label, meaning]) => (
          <label key={value} className="flex min-h-target cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                chooseTheme(value);
                setTheme(value);
              }}
              className="size-5"
            />
            <span>
              {label}
              <span className="text-muted">（{meaning}）</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ProfileBlock>
  );
}
