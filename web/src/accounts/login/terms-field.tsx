import { useId, type ComponentProps } from "react";
import { site } from "../../site.ts";
import { FieldError } from "../../ui/field.tsx";

/** The linked documents open in new tabs, so that nothing typed is lost. */
export function TermsField({ error, ...input }: ComponentProps<"input"> & { error: string | undefined }) {
  const id = useId();
  return (
    <div>
      {/* The checkbox is aligned with the fields above and centred in its touch target. */}
      <div className="-ml-2.5 flex items-start gap-1">
        <span className="grid size-target shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error && `${id}-error`}
            className="size-6"
          />
        </span>
        <label htmlFor={id} className="phrase py-2.5">
          <Document href={site.termsUrl}>利用規約</Document>と
          <Document href={site.privacyUrl}>プライバシーポリシー</Document>に同意する
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

function Document({ href, children }: { href: string; children: string }) {
  if (href === "") return children;
  return (
    <a href={href} target="_blank" rel="noopener" className="text-primary underline">
      {children}
      <span className="sr-only">（新しいタブで開きます）</span>
    </a>
  );
}
