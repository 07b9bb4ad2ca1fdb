import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure, Loaded } from "./loaded.tsx";

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** The requests, which the test answers. */
let answers: PromiseWithResolvers<string>[] = [];
let root: ReturnType<typeof createRoot>;
let host: HTMLElement;

function Screen() {
  const found = useQuery({
    queryKey: ["words"],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  return (
    <>
      <Loaded query={found} message="失敗しました。" skeleton="読み込み中">
        {(words) => words}
      </Loaded>
      {found.data && found.isError && <Failure query={found} message="更新に失敗しました。" />}
    </>
  );
}

const shows = (text: string) => expect.poll(() => host.textContent).toBe(text);
const retry = () => host.querySelector("button")?.click();

beforeEach(async () => {
  answers = [];
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  root.render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  await shows("読み込み中");
});
afterEach(() => {
  root.unmount();
  client.clear();
  host.remove();
});

test("shows the failure, and after another attempt the skeleton and the content", async () => {
  answers[0]?.reject(new Error("away"));
  await shows("失敗しました。再試行");
  expect(host.querySelector("[role=alert]")).not.toBeNull();
  retry();
  await shows("読み込み中");
  answers[1]?.resolve("こんにちは");
  await shows("こんにちは");
  expect(answers).toHaveLength(2);
});

test("keeps the content when a later fetch fails, and the button is busy during another attempt", async () => {
  answers[0]?.resolve("こんにちは");
  await shows("こんにちは");
  void client.refetchQueries();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.reject(new Error("away"));
  await shows("こんにちは更新に失敗しました。再試行");
  retry();
  await expect.poll(() => host.querySelector("button")?.ariaBusy).toBe("true");
  retry();
  answers[2]?.resolve("こんばんは");
  await shows("こんばんは");
  expect(answers).toHaveLength(3);
});
