import { useCompany } from "#features/accounts/web/queries.ts";
import type { Invitation } from "#features/members/invitations/contract.ts";
import { useNow } from "#ui/clock.ts";
import { plural, sentenceCase } from "#ui/format.ts";
import { exactTime } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { type OnLink, useRenew, useRevoke } from "./queries.ts";

const dayMs = 86_400_000;

function expiry({ expiresAt, isExpired }: Invitation, now: number): { text: string; isUrgent: boolean } {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs);
  if (isExpired || days < 0) return { text: "Expired", isUrgent: true };
  return days === 0
    ? { text: "Expires within a day", isUrgent: true }
    : { text: `Expires in ${plural(days, "day")}`, isUrgent: false };
}

const mailWords = {
  waiting: "mail on its way",
  sent: "mailed",
  failed: "mail not delivered: send a new link yourself",
};

type Props = { invitations: readonly Invitation[]; onLink: OnLink };

export function InvitationList({ invitations, onLink }: Props) {
  const { timeZone } = useCompany();
  const now = useNow();
  const [renew, revoke] = [useRenew(onLink), useRevoke()];
  if (invitations.length === 0) return null;
  return (
    <Section title="Open invitations" note={invitations.length}>
      <ul>
        {invitations.map((invitation) => {
          const { id, email, role, invitedBy, mail } = invitation;
          const { text, isUrgent } = expiry(invitation, now);
          return (
            <li
              key={id}
              data-invitation={email}
              className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line py-1.5"
            >
              <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
                {email}
                <span className="block text-xs text-ink-3">
                  {sentenceCase(role)}
                  {invitedBy && `, invited by ${invitedBy}`}
                  {mail && <span className={mail === "failed" ? "text-danger" : undefined}>, {mailWords[mail]}</span>}
                </span>
              </span>
              <span
                title={exactTime(invitation.expiresAt, timeZone)}
                className={isUrgent ? "text-sm text-danger" : "text-sm text-ink-2"}
              >
                {text}
              </span>
              <span className="ml-auto flex gap-1">
                <Button
                  small
                  look="quiet"
                  aria-label={`New link for ${email}`}
                  pending={renew.isPending && renew.variables === id}
                  onClick={() => renew.mutate(id)}
                >
                  New link
                </Button>
                <Button
                  small
                  look="destructive"
                  aria-label={`Revoke the invitation for ${email}`}
                  pending={revoke.isPending && revoke.variables === id}
                  onClick={() => revoke.mutate(id)}
                  className="-mr-2.5"
                >
                  Revoke
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
