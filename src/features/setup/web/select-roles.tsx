import { Check } from "lucide-react";
import type { FormEvent } from "react";
import { type AgentRole, type AgentRoleId, agentRoles, authorityMeaning } from "#contract/roles.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import type { Leaving } from "#ui/kit/use-leave.ts";
import { toast } from "#ui/toast.ts";

type Props = {
  roles: AgentRoleId[];
  onChange: (roles: AgentRoleId[]) => void;
  leaving: Leaving;
  onNext: () => void;
};

export function SelectRoles({ roles, onChange, leaving, onNext }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (roles.length === 0) return toast("Selection Required", "Please select at least one agent role.", "danger");
    onNext();
  };
  const toggle = (id: AgentRoleId) =>
    onChange(
      agentRoles.map((role) => role.id).filter((role) => (role === id ? !roles.includes(id) : roles.includes(role))),
    );
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <h3 className="mb-3 font-semibold">Choose Your AI Agent Roles</h3>
        <div className="grid gap-2 md:grid-cols-2 md:gap-3 lg:grid-cols-4">
          {agentRoles.map((role) => (
            <RoleCard
              key={role.id}
              role={role}
              chosen={roles.includes(role.id)}
              onToggle={() => toggle(role.id)}
              onEnter={submit}
            />
          ))}
        </div>
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} />
      ) : (
        <DialogFoot note={roles.length ? `${roles.length} of 8 roles selected` : "Select at least one agent role"}>
          <Button onClick={leaving.leave}>Cancel</Button>
          <Button type="submit" look="primary" disabled={roles.length === 0}>
            Next: Configure Agents
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}

type CardProps = { role: AgentRole; chosen: boolean; onToggle: () => void; onEnter: (event: FormEvent) => void };

function RoleCard({ role, chosen, onToggle, onEnter }: CardProps) {
  const more = role.capabilities.length - 3;
  return (
    <label
      className={cx(
        "relative grid cursor-pointer grid-cols-[28px_minmax(0,1fr)_16px] content-start gap-x-3 rounded-card border bg-surface p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:flex md:flex-col md:p-3.5",
        chosen ? "border-accent" : "border-line-strong",
      )}
    >
      <span className="contents md:mb-2.5 md:flex md:items-start md:justify-between">
        <span className="row-span-4 md:row-auto">
          <AgentBadge role={role.id} large />
        </span>
        <span className="relative col-start-3 row-start-1 block size-4">
          <input
            type="checkbox"
            checked={chosen}
            onChange={onToggle}
            onKeyDown={(event) => event.key === "Enter" && onEnter(event)}
            className="absolute inset-0 appearance-none rounded-badge border border-line-control bg-surface outline-none checked:border-accent-fill checked:bg-accent-fill"
          />
          {chosen && <Check size={12} strokeWidth={3} aria-hidden className="absolute inset-0.5 text-on-accent" />}
        </span>
      </span>
      <span className="col-start-2 row-start-1 font-semibold">{role.name}</span>
      <span className="col-span-2 col-start-2 mt-0.5 text-sm leading-[18px] text-pretty text-ink-2 md:min-h-9">
        {role.description}
      </span>
      <span className="col-span-2 col-start-2 my-1.5 flex md:my-2.5">
        <Tag title={authorityMeaning[role.authority]}>{sentenceCase(role.authority)} Authority</Tag>
      </span>
      <span className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-t border-line pt-2 text-xs leading-[18px] text-ink-2 md:mt-auto md:flex-col md:items-start md:gap-0">
        {role.capabilities.slice(0, 3).map((capability) => (
          <span key={capability}>{sentenceCase(capability)}</span>
        ))}
        {more > 0 && (
          <span className="md:mt-[5px]">
            <Tag line>+{more} more</Tag>
          </span>
        )}
      </span>
    </label>
  );
}
