import { SOURCE_MAX, type SignedIn } from "@manabiya/contract/accounts/auth.ts";
import type { AgreedVersions } from "@manabiya/contract/legal/agreements.ts";
import { type ComponentProps, useId } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "../../api/calls.ts";
import { isSignedIn } from "../../api/sign-in.ts";
import { showFailure } from "../../forms/show-failure.ts";
import { beginSession } from "../../session/session.ts";
import { site } from "../../site.ts";
import { FieldError } from "../../ui/field.tsx";

const FAILED = "サインアップに失敗しました。もう一度お試しください。";

export interface SignupProps {
  status: "inactive" | "trial";
  submitLabel: string;
  onDone: () => void;
}

/** What follows a sign-up, with a password or by a provider. */
export function signupOutcome<V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>, onDone: () => void) {
  return {
    onSuccess: (answer: Partial<SignedIn>) => {
      if (!isSignedIn(answer)) return form.setError("root", { message: FAILED });
      beginSession(answer);
      onDone();
    },
    onError: (error: Error) => {
      const isUnknown = error instanceof ApiError && error.status !== null && error.body?.type === undefined;
      if (isUnknown) form.setError("root", { message: FAILED });
      else showFailure(form, error, FAILED);
    },
  };
}

/** What a sign-up sends beside its fields. */
export const unasked = (status: SignupProps["status"]) => ({
  subscription_status: status,
  rotate: true,
  source: visitSource(),
  agreed_versions: shownVersions(),
});

/** The versions of the documents that the page links to. */
function shownVersions(): AgreedVersions | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="manabiya:legal-versions"]');
  return meta?.content ? (JSON.parse(meta.content) as AgreedVersions) : undefined;
}

/**
 * The campaign or the site that led to this page; undefined: unknown. The landing pages have no script and set no cookie:
 * their address, which the browser names as the referrer, carries the campaign.
 */
function visitSource(): string | undefined {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  const campaign = (search: string | undefined) => new URLSearchParams(search).get("utm_source");
  const source =
    campaign(location.search) ?? (from?.host === location.host ? campaign(from.search) : (from?.hostname ?? null));
  return source?.slice(0, SOURCE_MAX).toWellFormed().replaceAll("\0", "") || undefined;
}

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
