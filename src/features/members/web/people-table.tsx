import { Link } from "wouter";
import { useCompany, useUser } from "#features/accounts/web/queries.ts";
import type { Member } from "#features/members/contract.ts";
import { decides } from "#features/members/rules.ts";
import { money, nothing, plural, sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { fullName, initials } from "./names.ts";

type Props = { members: readonly Member[]; isAdmin: boolean; onEdit: (member: Member) => void };

export function PeopleTable({ members, isAdmin, onEdit }: Props) {
  const { currency, timeZone } = useCompany();
  const you = useUser()?.id;
  const without = members.filter(({ hasSecondFactor, isActive }) => hasSecondFactor === false && isActive).length;
  const limitOf = ({ role, approvalLimit }: Member): string =>
    !decides(role) ? nothing : approvalLimit === null ? "No limit" : money(approvalLimit, currency);
  return (
    <Section title="People" note={members.length}>
      <table className="w-full border-collapse text-left text-sm max-md:table-fixed">
        <thead className="text-xs text-ink-3 max-md:sr-only">
          <tr>
            <th className="pb-1.5 font-medium">Name</th>
            <th className="pb-1.5 pl-4 font-medium">Role</th>
            <th className="pb-1.5 pl-4 text-right font-medium">Approves up to</th>
            {isAdmin && <th className="pb-1.5 pl-4 text-right font-medium">Last seen</th>}
            {isAdmin && (
              <th className="pb-1.5">
                <span className="sr-only">Change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id} data-member={member.username} className="border-t border-line align-middle">
              <th scope="row" aria-label={fullName(member)} className="py-2 text-left text-sm font-normal text-ink">
                <div className="flex min-w-0 items-center gap-2.5">
                  <span
                    aria-hidden
                    className="flex size-7 flex-none items-center justify-center rounded-full bg-sunken text-xs font-medium"
                  >
                    {initials(member)}
                  </span>
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">
                      {fullName(member)}
                      {member.id === you && <span className="font-normal text-ink-3"> you</span>}
                    </span>
                    {member.email && <span className="block text-xs wrap-anywhere text-ink-3">{member.email}</span>}
                    <span className="block text-xs text-ink-3 md:hidden">
                      {sentenceCase(member.role)}
                      {decides(member.role) && `, approves up to: ${limitOf(member).toLowerCase()}`}
                    </span>
                    {member.hasSecondFactor === false && member.isActive && (
                      <span className="block text-xs text-ink-3">No second factor</span>
                    )}
                    {!member.isActive && (
                      <span className="flex items-center gap-1.5 text-xs">
                        <Dot tone="warning" />
                        Suspended
                      </span>
                    )}
                  </span>
                </div>
              </th>
              <td className="py-2 pl-4 whitespace-nowrap max-md:hidden">{sentenceCase(member.role)}</td>
              <td className="num py-2 pl-4 text-right whitespace-nowrap max-md:hidden">{limitOf(member)}</td>
              {isAdmin && (
                <td className="num py-2 pl-4 text-right whitespace-nowrap text-ink-2 max-md:hidden">
                  {member.lastSeenAt ? <Moment at={member.lastSeenAt} timeZone={timeZone} /> : "Never"}
                </td>
              )}
              {isAdmin && (
                <td className="py-1 pl-2 text-right max-md:w-20">
                  {member.id !== you && (
                    <Button
                      small
                      look="quiet"
                      aria-label={`Change ${fullName(member)}`}
                      onClick={() => onEdit(member)}
                      className="-mr-2.5"
                    >
                      Change
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {without > 0 && (
        <p className="mt-2 text-xs text-ink-3">
          {plural(without, "person", "people")} without a second factor.{" "}
          <Link href="/company-settings?tab=security" className="text-accent-ink underline underline-offset-2">
            Require it for everyone
          </Link>
        </p>
      )}
    </Section>
  );
}
