import { contract } from "@manabiya/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";
import { nestCategories } from "./nest-categories.ts";

export function useCategories() {
  return useQuery({ ...query(contract.categories.list), select: nestCategories });
}
