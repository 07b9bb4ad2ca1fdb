import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Section } from "../../ui/page/section.tsx";
import { lengthOf } from "./choose-plan.ts";
import { lengthText } from "./minutes.ts";
import { pathOf, type TodaySession } from "./session.ts";

interface SessionProps {
  session: TodaySession;
  onClose: () => void;
}

/** The end of a session. */
export function SessionReport({ session: { items, watched }, onClose }: SessionProps) {
  const seen = items.flatMap((item, index) => {
    const seconds = Math.floor(watched[index] ?? 0);
    return seconds > 0 ? [{ item, seconds }] : [];
  });
  const total = seen.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <Section title="お疲れさまでした" className="rounded-lg border border-success bg-success-soft p-5">
      {seen.length === 0 ? (
        <p>またお時間のあるときに、どうぞ。</p>
      ) : (
        <>
          <p className="phrase">今回見た時間は、{lengthText(total)}です。</p>
          <ul aria-label="今回見た動画" className="grid gap-2">
            {seen.map(({ item, seconds }) => (
              <li key={`${item.video.id}-${item.from}`} className="flex justify-between gap-4">
                <span className="wrap-anywhere">{item.chapter ?? item.video.title}</span>
                <span className="shrink-0 text-muted">{lengthText(seconds)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" onClick={onClose}>
          ホームへ
        </ButtonLink>
        <Button look="secondary" onClick={onClose}>
          もう少し見る
        </Button>
      </div>
    </Section>
  );
}

/** A session that the member left, for another page or by a reload. */
export function RunningSession({ session, onClose }: SessionProps) {
  const navigate = useNavigate();
  const { items, index } = session;
  return (
    <Section title="途中まで進んでいます" className="rounded-lg border border-signal bg-signal-soft p-5">
      <p className="phrase">
        {items.length}件のうち{index + 1}件目です。残りは{lengthText(lengthOf(items.slice(index)))}です。
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void navigate(pathOf(session))}>続きから再開する</Button>
        <Button look="secondary" onClick={onClose}>
          選び直す
        </Button>
      </div>
    </Section>
  );
}
