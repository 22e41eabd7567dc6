import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { percent, pluralize } from "#contract/format.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/mailroom/learning/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { read } from "#ui/query.ts";
import { useMailChange } from "./queries.ts";

const words: Readonly<Record<calls.ChangeKind, string>> = {
  greeting: "Greeting",
  closing: "Closing",
  removed: "Removed",
  added: "Added",
  shorter: "Shortened",
  longer: "Extended",
};

/** How executives' drafts fare with people, and what their changes taught. */
export function LearningPanel({ timeZone }: { timeZone: string }) {
  const { data: records = [] } = useQuery(read(calls.getDraftRecord, {}));
  const { data: preferences = [] } = useQuery(read(calls.listPreferences, {}));
  const remove = useMailChange(calls.removePreference, "Change not forgotten");
  const mayRemove = useMay(calls.removePreference);
  return (
    <Section title="Drafts and your changes">
      {records.length === 0 && (
        <p className="py-2 text-sm text-pretty text-ink-2">
          Drafts that you send or discard are counted here. An executive with at least 40, nearly all sent unedited, is
          proposed for sending alone.
        </p>
      )}
      <ul>
        {records.map(({ mailboxId, address, role, drafts, unedited, changed, left, lowerBound, isOpen, proposal }) => (
          <li key={`${mailboxId} ${role}`} className="border-t border-line py-2 first:border-t-0">
            <p className="wrap-anywhere">
              {role}, {address}: {unedited} of {pluralize(drafts, "draft")} sent unedited, lower 95% bound{" "}
              {percent(lowerBound * 100)}
            </p>
            <p className="text-sm text-ink-2">
              {changed} changed, {left} discarded. {isOpen ? "Sends alone." : "Waits for a person."}{" "}
              {proposal && (
                <Link href={`/decisions/${proposal.id}`} className="underline underline-offset-2">
                  Decide D-{proposal.number}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      {preferences.length > 0 && (
        <Fold title={`What you changed (${preferences.length})`} className="py-2">
          <ul>
            {preferences.map(({ id, role, kind, before, after, letterId, subject, at, isInUse }) => (
              <li
                key={id}
                className="flex flex-wrap items-start gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere">
                    {words[kind]}: {before && <del className="text-ink-3">{before}</del>} {after}
                  </p>
                  <p className="text-sm wrap-anywhere text-ink-2">
                    {role}, <Moment at={at} timeZone={timeZone} />,{" "}
                    <Link href={`/mail?letter=${letterId}`} className="underline underline-offset-2">
                      {subject || "No subject"}
                    </Link>
                    {isInUse && ". New drafts follow it."}
                  </p>
                </div>
                {mayRemove && (
                  <Button
                    small
                    look="quiet"
                    pending={remove.isPending}
                    onClick={() => remove.mutate({ params: { id } })}
                  >
                    Forget
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  );
}
