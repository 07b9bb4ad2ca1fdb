import { Section, type SectionProps } from "./section.tsx";

/** The pictures of the features, in the order of the texts: files of web/public/screens, which e2e/servers/take-screens.ts makes. */
const SCREENS = {
  contents: [
    { file: "search", alt: "検索結果の画面。動画の下に、検索した言葉のある場面が、時刻つきで並んでいます。" },
    { file: "notes", alt: "動画のメモの画面。書いたメモの一つずつに、再生位置の時刻がついています。" },
  ],
  achievements: [
    { file: "today", alt: "今日の学習の画面。15分に収まる動画の合計時間と、学んだ時間が表示されています。" },
    { file: "course", alt: "コースの画面。7本のうち何本が完了したかと、残りの時間が表示されています。" },
  ],
} as const;

interface ScreensProps extends SectionProps {
  part: keyof typeof SCREENS;
}

/** The section says what the product does, beside screenshots of it. */
export function Screens({ copy, part, ...section }: ScreensProps) {
  const { features, note, ...texts } = copy[part];
  return (
    <Section id={part} {...texts} {...section}>
      <ul className="grid gap-x-8 gap-y-12 md:grid-cols-2">
        {features.map((feature, index) => (
          <li key={index} className="md:row-span-3 md:grid md:grid-rows-subgrid md:gap-y-0">
            <h3 className="text-base md:text-lg">{feature.title}</h3>
            <p className="mt-2 max-w-reading text-sm text-muted">{feature.text}</p>
            <img
              src={`/screens/${SCREENS[part][index]?.file}.webp`}
              alt={SCREENS[part][index]?.alt}
              width={600}
              height={600}
              loading="lazy"
              decoding="async"
              className="mt-5 h-auto w-full max-w-md rounded-lg border border-border"
            />
          </li>
        ))}
      </ul>
      <p className="mt-6 text-xs text-muted">{note}</p>
    </Section>
  );
}
