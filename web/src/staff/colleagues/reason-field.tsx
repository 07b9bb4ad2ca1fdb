import { REASON_MAX } from "@manabiya/contract/staff/members.ts";
import type { ComponentProps } from "react";
import { TextArea } from "../../forms/fields.tsx";

/** Why staff act on somebody. */
export function ReasonField(props: Partial<ComponentProps<typeof TextArea>>) {
  return <TextArea label="理由" hint="操作の記録に残ります。" required rows={3} maxLength={REASON_MAX} {...props} />;
}
