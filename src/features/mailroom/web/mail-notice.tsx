import { Link } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { useNow } from "#ui/clock.ts";
import { exactTime } from "#ui/format.ts";
import { useEmailStatus } from "./queries.ts";
import { spanUntil, warnMs } from "./span.ts";

/** A mailbox that cannot be read, or whose sign-in ends soon. */
export default function MailNotice({ isOnMail = false }: { isOnMail?: boolean }) {
  const { data } = useEmailStatus();
  const { timeZone } = useCompany();
  const isAdmin = useIsAdmin();
  const now = useNow();
  const endsAt = data?.signInEndsAt ?? null;
  const endsSoon = endsAt !== null && data?.running && Date.parse(endsAt) - now < warnMs;
  if (!data?.silent && !endsSoon) return null;
  const { silent } = data;
  return (
    <aside
      role="alert"
      aria-label="Mailbox"
      className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border border-line-strong bg-warning-wash px-4 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty wrap-anywhere">
        {silent ? (
          <>
            <b className="font-medium">{silent.mailbox} has not been read</b>
            {silent.since && ` since ${exactTime(silent.since, timeZone)}`}. {silent.error}
          </>
        ) : (
          endsAt && (
            <>
              <b className="font-medium">Google ends this sign-in {spanUntil(endsAt, now)}</b>, because the app is in
              testing mode. Publish the app, then connect again.
            </>
          )
        )}
      </p>
      {!isOnMail && (
        <Link href="/mail" className="font-medium underline underline-offset-2">
          Open mail
        </Link>
      )}
      {isOnMail && isAdmin && data.configured && (
        <a
          href="/api/oauth/gmail"
          target="_blank"
          rel="noreferrer"
          className="font-medium underline underline-offset-2"
        >
          Connect Gmail again
        </a>
      )}
    </aside>
  );
}
