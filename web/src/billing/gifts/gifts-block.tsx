import { contract } from "@manabiya/contract";
import { ProfileBlock } from "../../ui/page/profile-block.tsx";
import { useRead } from "../../api/calls.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Failure } from "../../ui/loaded.tsx";
import { GiftFacts } from "./gift-facts.tsx";

/** The way to gifts, and those that the member bought. */
export default function GiftsBlock() {
  const found = useRead(contract.gifts.list);
  const { data, isError } = found;
  return (
    <ProfileBlock title="ギフト">
      <p className="phrase max-w-reading">月数を選んで、視聴ギフトを贈れます。</p>
      {isError && <Failure query={found} message="ギフトを読み込めませんでした。" />}
      {data && data.gifts.length > 0 && (
        <ul className="mt-4 divide-y border-y">
          {data.gifts.map((gift) => (
            <li key={gift.session_id} className="py-4">
              <GiftFacts gift={gift} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/gift" look="secondary">
          ギフトを贈る
        </ButtonLink>
        <ButtonLink to="/gift/redeem" look="secondary">
          ギフトコードを使う
        </ButtonLink>
      </div>
    </ProfileBlock>
  );
}
