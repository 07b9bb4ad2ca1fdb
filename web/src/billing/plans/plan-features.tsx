import { Check } from "lucide-react";

const FEATURES = ["すべての動画が見放題", "チャプターごとの要約", "お気に入りと「後で見る」", "いつでも解約可能"];

export function PlanFeatures() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-lg">
        プランに含まれるもの
      </h2>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {FEATURES.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
}
