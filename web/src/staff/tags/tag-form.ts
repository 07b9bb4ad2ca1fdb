import { zodResolver } from "@hookform/resolvers/zod";
import { TagBody } from "@manabiya/contract/staff/tags.ts";
import { useForm } from "react-hook-form";

export function useTagForm(name: string) {
  return useForm({ resolver: zodResolver(TagBody), defaultValues: { name }, reValidateMode: "onSubmit" });
}
