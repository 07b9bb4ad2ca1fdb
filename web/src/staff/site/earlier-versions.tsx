import { useMutation } from "@tanstack/react-query";
import { sentenceOf } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Row, Rows } from "../table/rows.tsx";
import { Section } from "../../ui/page/section.tsx";

interface Version {
  revision: number;
  /** Null: the content that came with the product. */
  changed_at: string | null;
}

interface EarlierVersionsProps<V extends Version, Screen> {
  /** The Japanese noun of the versions, such as "設定". */
  noun: string;
  screen: { current: V; earlier: V[] };
  /** The names of the fields in which two versions differ. */
  changedNames: (one: V, other: V) => string[];
  /** Saves the content of a version as a new one. */
  restore: (version: V) => Promise<Screen>;
  onRestored: (screen: Screen, message: string) => void;
}

/** One press puts an earlier version back, as a new version, so that nothing is lost. */
export function EarlierVersions<V extends Version, Screen>(props: EarlierVersionsProps<V, Screen>) {
  const { noun, changedNames } = props;
  const { current, earlier } = props.screen;
  const { mutate, isPending, error } = useMutation({
    mutationFn: props.restore,
    onSuccess: (screen) => props.onRestored(screen, `以前の${noun}に戻しました。`),
  });
  if (earlier.length === 0) return null;
  return (
    <Section title={`以前の${noun}`}>
      {error && <Banner tone="danger">{sentenceOf(error, `以前の${noun}に戻せませんでした。`)}</Banner>}
      <Rows>
        {earlier.map((version) => {
          const time = version.changed_at === null ? "最初" : formatMinute(version.changed_at);
          const changed = changedNames(version, current);
          const restore = { label: `この${noun}に戻す`, isBusy: isPending, onClick: () => mutate(version) };
          return (
            <Row key={version.revision} name={`${time}の${noun}`} actions={changed.length > 0 ? [restore] : []}>
              <p className="phrase text-sm text-muted">
                {changed.length === 0 ? "現在と同じです。" : `現在と異なる項目：${changed.join("、")}`}
              </p>
            </Row>
          );
        })}
      </Rows>
    </Section>
  );
}
