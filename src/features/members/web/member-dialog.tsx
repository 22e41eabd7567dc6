import { useState } from "react";
import { memberRoles } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Member } from "#features/members/contract.ts";
import { decides } from "#features/members/rules.ts";
import { currencySign, sentenceCase } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { amountIn, typedAmount } from "./amount.ts";
import { fullName } from "./names.ts";
import { useChangeMember, useEndMemberSessions, useRemoveMember } from "./queries.ts";

/** Changes a member's role and limit, suspends or restores their access, or removes them. */
export default function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { currency } = useCompany();
  const [role, setRole] = useState(member.role);
  const [limit, setLimit] = useState(member.approvalLimit === null ? "" : String(member.approvalLimit));
  const [isRemoving, setRemoving] = useState(false);
  const change = useChangeMember(member.id, onClose);
  const remove = useRemoveMember(member.id, onClose);
  const signOut = useEndMemberSessions(member.id);
  const name = fullName(member);
  const typed = typedAmount.safeParse(limit);
  const approvalLimit = decides(role) && typed.success ? amountIn(limit) : null;
  const isSame = role === member.role && approvalLimit === member.approvalLimit;
  const isBusy = change.isPending || remove.isPending || signOut.isPending;
  if (isRemoving)
    return (
      <ActionDialog
        title={`Remove ${name}?`}
        onClose={onClose}
        submit={remove.isPending ? "Removing..." : `Remove ${name}`}
        look="destructive"
        cancel="Back"
        onCancel={() => setRemoving(false)}
        pending={remove.isPending}
        busy={isBusy}
        onSubmit={() => remove.mutate()}
      >
        <p className="text-pretty">
          {name} is signed out everywhere and can't sign in again. Their open tasks become unassigned, and invitations
          they sent are revoked; the history keeps their username for 90 days. To come back, they need a new invitation.
        </p>
      </ActionDialog>
    );
  return (
    <ActionDialog
      title={name}
      {...(member.email ? { description: member.email } : {})}
      onClose={onClose}
      className="grid content-start gap-4 sm:grid-cols-2"
      submit={change.isPending ? "Saving..." : "Save"}
      disabled={isSame || !typed.success}
      pending={change.isPending}
      busy={isBusy}
      onSubmit={() => {
        if (typed.success && !isSame) change.mutate({ role, approvalLimit });
      }}
    >
      <SelectField label="Role" value={role} onText={(typed) => setRole(typed as Member["role"])}>
        <Options of={memberRoles.map((one) => [one, sentenceCase(one)])} />
      </SelectField>
      <TextField
        label="Approves up to"
        inputMode="decimal"
        prefix={currencySign(currency)}
        placeholder={decides(role) ? "No limit" : "—"}
        disabled={!decides(role)}
        value={decides(role) ? limit : ""}
        error={typed.success ? undefined : "Enter an amount of 0 or more"}
        onText={setLimit}
      />
      <p className="text-xs text-ink-3 sm:col-span-2">A change applies at once, also where {name} is signed in.</p>
      <section
        aria-label="Access"
        className="flex flex-wrap items-center gap-2 border-t border-line pt-4 sm:col-span-2"
      >
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-ink-2">
          {member.isActive
            ? "Suspending signs them out and keeps everything else. Removing ends their membership."
            : `${name} can't sign in.`}
        </p>
        {member.isActive && (
          <Button small disabled={isBusy} pending={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out everywhere
          </Button>
        )}
        <Button small disabled={isBusy} onClick={() => change.mutate({ isActive: !member.isActive })}>
          {member.isActive ? "Suspend" : "Restore access"}
        </Button>
        <Button small look="destructive" disabled={isBusy} onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      </section>
    </ActionDialog>
  );
}
