import { Check } from "lucide-react";
import { includesRole, type MemberRole, memberRoles } from "#contract/roles.ts";
import { sentenceCase } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";

/** Rights by the lowest role that has them. The server's own rule is `includesRole`. */
const rights: readonly { what: string; from: MemberRole; note?: Partial<Record<MemberRole, string>> }[] = [
  { what: "Read everything", from: "viewer" },
  { what: "Ask, command, comment, work on tasks", from: "member" },
  { what: "Decide proposals", from: "approver", note: { approver: "within a limit" } },
  { what: "Change limits and policies", from: "admin" },
  { what: "Connect services, invite, reset", from: "admin" },
];

export function RoleTable() {
  return (
    <Section title="What each role may do">
      <table className="w-full border-collapse text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="pb-1.5 text-left font-medium">
              <span className="sr-only">May</span>
            </th>
            {memberRoles.map((role) => (
              <th key={role} className="pb-1.5 pl-2 text-center font-medium">
                {sentenceCase(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.map(({ what, from, note }) => (
            <tr key={what} className="border-t border-line">
              <th scope="row" className="py-2 text-left text-sm font-normal text-pretty text-ink">
                {what}
              </th>
              {memberRoles.map((role) => (
                <td key={role} className="py-2 pl-2 text-center">
                  {!includesRole(role, from) ? (
                    <span className="text-ink-3">
                      — <span className="sr-only">no</span>
                    </span>
                  ) : (
                    (note?.[role] ?? (
                      <>
                        <Check size={15} strokeWidth={1.75} aria-hidden className="inline" />
                        <span className="sr-only">yes</span>
                      </>
                    ))
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
