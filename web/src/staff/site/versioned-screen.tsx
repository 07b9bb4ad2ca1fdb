import { type queryOptions, useMutation } from "@tanstack/react-query";
import { Fragment, type ReactNode, Suspense, useState } from "react";
import { type ApiError, sentenceOf } from "../../api/calls.ts";
import { DoneBanner } from "../../forms/done-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { SkeletonGroup } from "../../ui/skeleton.tsx";
import { Row, Rows } from "../table/rows.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { useShown } from "../table/use-shown.ts";

interface Version {
  revision: number;
  /** Null: the content that came with the product. */
  changed_at: string | null;
}

interface Versions {
  current: Version;
  earlier: Version[];
}

interface VersionedScreenProps<Screen extends Versions> {
  title: string;
  actions?: ReactNode;
  options: ReturnType<typeof queryOptions<Screen, ApiError>>;
  /** Of a failure to read it. */
  message: string;
  /** The Japanese noun of the versions, such as "設定". */
  noun: string;
  /** The names of the fields in which two versions differ. */
  changedNames: (one: Screen["current"], other: Screen["current"]) => string[];
  /** Saves the content of a version as a new one. */
  restore: (version: Screen["current"], screen: Screen) => Promise<Screen>;
  onChange?: (before: Screen, after: Screen) => void;
  /** The form, which may be loaded with its first use. */
  children: (screen: Screen, show: (screen: Screen, message: string) => void) => ReactNode;
}

const LOADING = <SkeletonGroup blocks={["h-100"]} />;

/** A form of which every save is a version. One press puts an earlier one back, as a new version, so that nothing is lost. */
export function VersionedScreen<Screen extends Versions>(props: VersionedScreenProps<Screen>) {
  const { title, actions, options, message, noun, changedNames, restore, onChange, children } = props;
  const { found, done, show: showScreen } = useShown(options);
  /** The revision that was put back last: the form starts over with it. */
  const [restored, setRestored] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ version, screen }: { version: Screen["current"]; screen: Screen }) => restore(version, screen),
    onSuccess: (after, { screen }) => {
      show(screen, after, `以前の${noun}に戻しました。`);
      setRestored(after.current.revision);
    },
  });

  function show(before: Screen, after: Screen, sentence: string): void {
    onChange?.(before, after);
    showScreen(after, sentence);
  }

  return (
    <StaffPage title={title} actions={actions}>
      <DoneBanner message={done} />
      <Loaded query={found} message={message} skeleton={LOADING}>
        {(screen) => (
          <Suspense fallback={LOADING}>
            <Fragment key={restored}>{children(screen, (after, sentence) => show(screen, after, sentence))}</Fragment>
            {screen.earlier.length > 0 && (
              <Section title={`以前の${noun}`}>
                {error && <Banner tone="danger">{sentenceOf(error, `以前の${noun}に戻せませんでした。`)}</Banner>}
                <Rows>
                  {screen.earlier.map((version: Screen["current"]) => {
                    const time = version.changed_at === null ? "最初" : formatMinute(version.changed_at);
                    const changed = changedNames(version, screen.current);
                    const label = `この${noun}に戻す`;
                    const press = { label, isBusy: isPending, onClick: () => mutate({ version, screen }) };
                    return (
                      <Row key={version.revision} name={`${time}の${noun}`} actions={changed.length > 0 ? [press] : []}>
                        <p className="phrase text-sm text-muted">
                          {changed.length === 0 ? "現在と同じです。" : `現在と異なる項目：${changed.join("、")}`}
                        </p>
                      </Row>
                    );
                  })}
                </Rows>
              </Section>
            )}
          </Suspense>
        )}
      </Loaded>
    </StaffPage>
  );
}
