import { type queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiError } from "../../api/calls.ts";

/** Reads what a screen shows. The answer to each change replaces it, and a sentence reports the change. */
export function useShown<T>(options: ReturnType<typeof queryOptions<T, ApiError>>) {
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const found = useQuery(options);
  return {
    found,
    data: found.data,
    done,
    report: setDone,
    show: (answer: T, message: string) => {
      client.setQueryData<T>(options.queryKey, answer);
      setDone(message);
    },
  };
}
