import { Link } from "react-router";
import { useSession } from "../accounts/session/session.ts";
import { site } from "../site.ts";

const LOOK =
  "flex min-h-target min-w-0 items-center gap-2 rounded-md px-1.5 text-base font-bold text-ink md:shrink-0";

/** The site's name: leads members home, and visitors to the landing page, which is outside the application. */
export function Brand() {
  const { user } = useSession();
  const content = (
    <>
      <img src="/favicon.svg" alt="" width={32} height={32} className="shrink-0" />
      <span className="truncate md:max-w-40">{site.name}</span>
    </>
  );
  return user ? (
    <Link to="/" className={LOOK}>
      {content}
    </Link>
  ) : (
    <a href="/landing" className={LOOK}>
      {content}
    </a>
  );
}
