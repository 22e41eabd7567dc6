import { Mail } from "lucide-react";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/mailroom/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { plural } from "#ui/format.ts";
import { useEmailStatus, useProcessNow, useStart } from "./queries.ts";

/** How the mailbox stands, in one line. */
function stateOf({ configured, hasRefreshToken }: calls.EmailStatus) {
  if (!configured) return { tone: "idle", text: "Gmail setup required" } as const;
  if (!hasRefreshToken)
    return { tone: "warning", text: "Gmail is configured, but its refresh token is missing" } as const;
  return { tone: "success", text: "Gmail is fully configured" } as const;
}

/** Gmail auto-reply, in the card of the workforce. Stopping is on the mail page. */
export default function GmailBlock() {
  const { data } = useEmailStatus();
  const start = useStart();
  const process = useProcessNow();
  const [maySetup, mayProcess] = [useMay(calls.startProcessing), useMay(calls.processNow)];
  const state = data && stateOf(data);
  return (
    <section aria-labelledby="gmail-block" className="border-t border-line py-2.5">
      <h3 id="gmail-block" className="flex items-center gap-1.5 font-medium">
        <Mail size={15} strokeWidth={1.75} aria-hidden /> Gmail integration
      </h3>
      {state ? (
        <p className="mt-0.5 flex items-center gap-1.5 text-sm text-ink-2">
          <Dot tone={state.tone} />
          {state.text}
        </p>
      ) : (
        <p className="mt-0.5 text-sm text-ink-3">Loading...</p>
      )}
      {data && !data.configured && (
        <div className="mt-1 text-sm text-ink-2">
          Add these redirect URIs to your Google app:
          <ul>
            {data.requiredRedirectUris.map((uri) => (
              <li key={uri} className="font-mono text-xs wrap-anywhere">
                {uri}
              </li>
            ))}
          </ul>
        </div>
      )}
      {data?.lastError && <p className="mt-1 text-sm text-pretty text-danger">{data.lastError}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {maySetup && (
          <Button small onClick={() => window.open(calls.gmailPath, "_blank", "noopener")}>
            Setup Gmail API
          </Button>
        )}
        {maySetup && (
          <Button small pending={start.isPending} onClick={() => start.mutate({})}>
            Start Auto-Reply
          </Button>
        )}
        {mayProcess && (
          <Button small pending={process.isPending} onClick={() => process.mutate({})}>
            Process Now
          </Button>
        )}
        <Link href="/mail" className="text-sm underline underline-offset-2">
          {data && data.pendingReviews > 0 ? `${plural(data.pendingReviews, "email")} to review` : "Open mail"}
        </Link>
      </div>
    </section>
  );
}
