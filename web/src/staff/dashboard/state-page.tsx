import { contract } from "@manabiya/contract";
import type { SiteFinding } from "@manabiya/contract/staff/dashboard/dashboard.ts";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { useRead } from "../../api/calls.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMinute } from "../../ui/date.ts";
import { Failure, Loaded } from "../../ui/loaded.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { StaffPage } from "../table/staff-layout.tsx";
import { ReleaseChanges } from "./release-changes.tsx";

const NOT_READ = "サイトの状態を調べられませんでした。";

/** Why the site is slow or fails, for an owner without a terminal. */
export default function StatePage() {
  const found = useRead(contract.dashboard.state, undefined, { staleTime: 0 });
  const again = (
    <Button look="secondary" isBusy={found.isFetching} onClick={() => void found.refetch()}>
      もう一度調べる
    </Button>
  );
  return (
    <StaffPage title="サイトの状態" actions={again}>
      {found.isRefetchError && <Failure query={found} message={NOT_READ} />}
      <Loaded query={found} message={NOT_READ} blocks={["h-16", "h-100"]}>
        {({ at, findings }) => (
          <>
            <Reason findings={findings} />
            <Section isPanel title={`${formatMinute(at)}に調べた結果`}>
              <Facts
                facts={findings.map(
                  (each) =>
                    (each.problem !== null || each.details.length > 0) && [
                      each.name,
                      <Details key={each.name} {...each} />,
                    ],
                )}
              />
            </Section>
          </>
        )}
      </Loaded>
      <ReleaseChanges />
    </StaffPage>
  );
}

/** The likeliest one: the server has them in the order in which one causes the others. */
function Reason({ findings }: { findings: SiteFinding[] }) {
  const problem = findings.flatMap((each) => each.problem ?? [])[0];
  if (!problem) return <Banner tone="success">問題は見つかりません。</Banner>;
  return (
    <Banner tone="danger">
      <p className="font-bold">{problem.text}。</p>
      <p>{problem.todo}</p>
      {problem.to !== null && (
        <Link to={problem.to} className="link">
          画面を開く
        </Link>
      )}
    </Banner>
  );
}

function Details({ details, problem }: SiteFinding) {
  return (
    <>
      {problem && (
        <p className="flex gap-2 font-bold">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
          {problem.text}
        </p>
      )}
      {details.map((detail) => (
        <p key={detail} className="wrap-anywhere">
          {detail}
        </p>
      ))}
    </>
  );
}
