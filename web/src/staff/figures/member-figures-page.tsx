import { taxWords } from "../../billing/plans/tax-words.ts";
import { type OutputOf, contract } from "@manabiya/contract";
import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { query } from "../../api/calls.ts";
import { DayChart } from "./chart-block.tsx";
import { formatCount } from "./figure-range.ts";
import { FigureTable } from "./figure-table.tsx";
import { compared, FigureTiles } from "./figure-tiles.tsx";
import { FiguresPage, LoadedFigures } from "./figures-layout.tsx";

const CSV = { route: contract.figures.membersCsv, name: "members.csv" };

export default function MemberFiguresPage() {
  return (
    <FiguresPage title="会員・売上レポート" csv={CSV}>
      <LoadedFigures
        queryOf={(range) => query(contract.figures.members, { querystring: range })}
        message="会員・売上レポートを読み込めませんでした。"
      >
        {(data) => (
          <>
            <Totals {...data} />
            <DayChart
              title="会員登録と初めてのご契約"
              label="会員登録と初めてのご契約の日ごとの人数"
              days={data.days}
              lines={[
                ["会員登録", ({ signups }) => signups],
                ["初めてのご契約", ({ first_paid }) => first_paid],
              ]}
              isCount
            />
            <DayChart
              title="有料会員"
              label="有料会員の日ごとの人数"
              days={data.days}
              lines={[["有料会員", ({ members }) => members]]}
            />
            <DayChart
              title={taxWords("月あたりの売上（円、税抜）")}
              label="月あたりの売上の日ごとの金額"
              days={data.days}
              lines={[["月あたりの売上", ({ monthly_revenue }) => monthly_revenue]]}
            />
            <Sources sources={data.sources} />
            <Cohorts cohorts={data.cohorts} />
          </>
        )}
      </LoadedFigures>
    </FiguresPage>
  );
}

type MemberFigures = OutputOf<typeof contract.figures.members>;

const percent = (share: number | null) => (share === null ? "—" : `${(share * 100).toFixed(1)}%`);

function Totals(sums: Pick<MemberFigures, "current" | "previous">) {
  type Count = "signups" | "trials" | "first_paid" | "started" | "ended" | "members";
  const count = (label: string, name: Count, computed: string) =>
    compared(label, sums, ({ [name]: people }) => `${formatCount(people)}人`, computed);
  return (
    <FigureTiles
      figures={[
        count("会員登録", "signups", "期間中に会員登録した人数です。"),
        count("無料体験の開始", "trials", "期間中に無料体験を始めた人数です。会員登録に含まれます。"),
        count("初めてのご契約", "first_paid", "期間中に、初めて有料会員になった人数です。"),
        count("ご契約の開始", "started", "期間中に有料会員になった回数です。再開を含みます。"),
        count(
          "契約終了",
          "ended",
          "期間中に契約が終了した回数です。退会と、支払いがないための停止を含みます。解約のお手続きの日ではなく、終了した日に数えます。",
        ),
        count(
          "有料会員",
          "members",
          "期間の終わりに契約がある人数です。支払いが遅れている会員を含み、スタッフが視聴を許可した会員は含みません。",
        ),
        compared(
          "月あたりの売上",
          sums,
          ({ monthly_revenue }) => formatYen(monthly_revenue),
          taxWords(
            "期間の終わりの有料会員それぞれの契約価格の合計です（税抜、割引前。MRRとも呼ばれます）。年額は12で割り、円未満を四捨五入します。",
          ),
        ),
        compared(
          "解約率",
          sums,
          ({ churn }) => percent(churn),
          "期間中の契約終了を、期間が始まるときの有料会員の人数で割ります。",
        ),
      ]}
    />
  );
}

function Sources({ sources }: Pick<MemberFigures, "sources">) {
  return (
    <section aria-label="流入元" className="grid gap-3">
      <h2 className="text-lg">流入元</h2>
      <p className="phrase max-w-reading text-xs text-muted">
        会員登録のときのURLに付いた流入元の名前（utm_source）です。ない場合は、直前に見ていたサイトの名前です。Cookieは使いません。無料体験と初めてのご契約も、会員登録のときの流入元に数えます。会員登録の多い順に50件まで表示します。
      </p>
      <FigureTable
        caption="流入元ごとの人数"
        columns={["流入元", "会員登録", "無料体験", "初めてのご契約"]}
        rows={sources.map(({ source, signups, trials, first_paid }) => ({
          key: source,
          heading: source || "直接・不明",
          values: [signups, trials, first_paid],
        }))}
      />
    </section>
  );
}

function Cohorts({ cohorts }: Pick<MemberFigures, "cohorts">) {
  const months = Math.max(1, ...cohorts.map(({ members }) => members.length));
  return (
    <section aria-label="登録した月ごとの継続" className="grid gap-3">
      <h2 className="text-lg">登録した月ごとの継続</h2>
      <p className="phrase max-w-reading text-xs text-muted">
        その月に会員登録した人のうち、これまでにご契約した人数と、各月の終わりに有料会員だった人数です。（
        ）は会員登録の人数に対する割合です。
      </p>
      <FigureTable
        caption="登録した月ごとの有料会員"
        columns={[
          "登録した月",
          "会員登録",
          "ご契約",
          ...Array.from({ length: months }, (_, n) => (n === 0 ? "当月" : `${n}か月後`)),
        ]}
        rows={cohorts
          .filter(({ signups, members }) => signups > 0 || members.some(Boolean))
          .map(({ month, signups, first_paid, members }) => ({
            key: month,
            heading: month.replace("-", "/"),
            values: [
              signups,
              shareOf(first_paid, signups),
              ...Array.from({ length: months }, (_, n) => shareOf(members[n], signups)),
            ],
          }))}
      />
    </section>
  );
}

/** A count with its share of the sign-ups. */
function shareOf(count: number | undefined, signups: number): string | number {
  if (count === undefined) return "";
  return signups === 0 ? count : `${formatCount(count)}（${Math.round((count / signups) * 100)}%）`;
}
