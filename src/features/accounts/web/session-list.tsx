import { Monitor, Smartphone } from "lucide-react";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useCompany, useEndAllSessions, useEndSession, useSessions } from "./queries.ts";
import { SignInAgain, useIsStale } from "./sign-in-again.tsx";

const isPhone = (device: string | null): boolean => /iPhone|Android/.test(device ?? "");

/** The person's sessions, each with a button to end it. */
export function SessionList() {
  const { timeZone } = useCompany();
  const { data, error } = useSessions();
  const [end, endAll] = [useEndSession(), useEndAllSessions()];
  const failed = end.error ?? endAll.error;
  const isStale = useIsStale();
  return (
    <Section title="Your sessions" note={data?.length}>
      {!data ? (
        <LoadingRows error={error} what="Your sessions could not be loaded" rows={2} />
      ) : (
        <>
          <ul>
            {data.map(({ id, device, address, seenAt, isCurrent }) => {
              const Icon = isPhone(device) ? Smartphone : Monitor;
              return (
                <li key={id} data-session className="flex min-h-row items-start gap-2.5 border-t border-line py-2">
                  <Icon size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3" />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{device ?? "Unknown browser"}</span>
                    <span className="block text-xs text-ink-3">
                      {address && `${address}, `}
                      <Moment at={seenAt} timeZone={timeZone} />
                    </span>
                  </span>
                  {isCurrent ? (
                    <span className="flex items-center gap-1.5 text-sm text-ink-2">
                      <Dot tone="success" />
                      This session
                    </span>
                  ) : isStale ? null : (
                    <Button
                      small
                      look="quiet"
                      aria-label={`Sign out ${device ?? "unknown browser"}`}
                      pending={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                      className="-mr-2.5"
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {isStale ? (
            <SignInAgain to="end other sessions" />
          ) : (
            <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button small pending={endAll.isPending} onClick={() => endAll.mutate()}>
                Log out everywhere
              </Button>
              <span className="text-xs text-ink-3">Revokes your API tokens and disconnects your assistants too.</span>
            </div>
          )}
          <Problem of={failed} className="mt-2" />
        </>
      )}
    </Section>
  );
}
