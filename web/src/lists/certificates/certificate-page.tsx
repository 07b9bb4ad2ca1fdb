import { contract, type OutputOf } from "@manabiya/contract";
import { useParams } from "react-router";
import { useRead } from "../../api/calls.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/date.ts";
import { NotLoaded } from "../../ui/loaded.tsx";
import { usePageTitle } from "../../ui/page/use-page-title.ts";
import { site } from "../../site.ts";

/** For everybody who has the link. */
export default function CertificatePage() {
  const { link = "" } = useParams();
  const found = useRead(contract.certificates.open, { params: { link } });
  usePageTitle("修了証");
  const isInvalid = found.error?.status === 404 || found.error?.status === 400;
  return (
    <div className="certificate mx-auto grid w-full max-w-4xl justify-items-start gap-5 px-4 py-6 md:py-8">
      <h1 className="text-xl">{isInvalid ? "この修了証は無効です" : "修了証"}</h1>
      {isInvalid && <p className="phrase">取り下げられたか、URLが間違っている可能性があります。</p>}
      {found.data ? (
        <Paper {...found.data} />
      ) : (
        !isInvalid && <NotLoaded query={found} message="修了証を読み込めませんでした。" />
      )}
    </div>
  );
}

/** Fits on two rows of the paper. The unit is a hundredth of its width. */
const fontSize = (text: string, most: number) => ({ fontSize: `${Math.min(most, 140 / text.length)}cqw` });

/** One A4 page on its side, alone when printed, in the fonts of the device: they have the characters of all names. */
function Paper({ title, name, sentence, signature, ...course }: OutputOf<typeof contract.certificates.open>) {
  return (
    <>
      <p className="phrase font-bold">この修了証は、{site.name}が発行した本物です。</p>
      <div className="@container w-full scheme-light print:fixed print:inset-0 print:z-50">
        <article className="grid aspect-[297/210] content-evenly justify-items-center border-[0.6cqw] border-primary bg-surface px-[8cqw] py-[3cqw] text-center font-serif text-[1.9cqw] text-ink outline-[0.3cqw] -outline-offset-[1.6cqw] outline-signal">
          <h2 className="border-b-[0.3cqw] border-signal px-[4cqw] pb-[1cqw]" style={fontSize(title, 5.5)}>
            {title}
          </h2>
          <p style={fontSize(name, 4.4)}>
            <bdi>{name}</bdi> 様
          </p>
          <p style={fontSize(sentence, 2.1)}>{sentence}</p>
          <p style={fontSize(course.course, 3.4)}>「{course.course}」</p>
          <p>{`全${course.lessons}本・${formatDay(course.finished_at)}`}</p>
          <p style={fontSize(signature, 2.4)}>{signature}</p>
          <p className="text-[1.2cqw]">{window.location.href}</p>
        </article>
      </div>
      <Button onClick={() => window.print()}>印刷・PDFに保存</Button>
    </>
  );
}
