import type { EmailStatus } from "#features/mailroom/contract.ts";
import { useNow } from "#ui/clock.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { spanUntil } from "./span.ts";

/** How the mailbox stands: its last good poll, the last error, and how old its sign-in is. */
export function Health({ status, timeZone }: { status: EmailStatus; timeZone: string }) {
  const now = useNow();
  const { mailbox, running, lastGoodAt, lastError, signedInAt, signInEndsAt } = status;
  if (!mailbox) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Dot tone={lastError ? "danger" : running ? "success" : "idle"} />
        <span className="wrap-anywhere">{mailbox},</span>
        <span>
          {running ? "" : "not running, "}
          {lastGoodAt ? (
            <>
              last read <Moment at={lastGoodAt} timeZone={timeZone} />
            </>
          ) : (
            "not read yet"
          )}
        </span>
      </p>
      {lastError && <p className="text-pretty wrap-anywhere text-danger">{lastError}</p>}
      {signedInAt && (
        <p>
          Signed in at Google <Moment at={signedInAt} timeZone={timeZone} />
        </p>
      )}
      {signInEndsAt && (
        <p className="text-pretty text-warning">
          Testing mode: Google ends this sign-in {spanUntil(signInEndsAt, now)}. Publish the app to end that.
        </p>
      )}
    </div>
  );
}
