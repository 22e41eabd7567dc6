import { agentRoleIds } from "#contract/roles.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { WhyBegun } from "#features/mailroom/beginning/web/why-begun.tsx";
import * as calls from "#features/mailroom/contract.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { toastWithUndo } from "#ui/toast.ts";
import { DraftCard } from "./draft-card.tsx";
import { Original } from "./original.tsx";
import { useLetter, useMailChange } from "./queries.ts";
import { SenderCard } from "./sender-card.tsx";
import { stateTones, stateWords } from "./words.ts";

type Props = { id: string; timeZone: string; onChoose: (id: string) => void };

/** An email beside its answer, and what the records say of its sender. */
export function LetterPane({ id, timeZone, onChoose }: Props) {
  const { data, error } = useLetter(id);
  const { data: agents = [] } = useAgents();
  if (!data) return <LoadingRows error={error} what="The email could not be loaded" rows={6} tall />;
  const active = agents.filter(({ status }) => status === "active");
  const holder = agents.find(({ role }) => role === data.role) ?? null;
  return (
    <article aria-label={data.subject || "No subject"} className="@container grid min-w-0 gap-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg font-semibold wrap-anywhere">{data.subject || "No subject"}</h2>
          <p className="mt-0.5 flex items-baseline gap-1.5 text-sm text-ink-2">
            <Dot tone={stateTones[data.state]} />
            <span className="text-pretty">
              {stateWords[data.state]}
              {data.why && `: ${data.why}`}
            </span>
          </p>
          {data.role && (
            <p className="mt-0.5 flex items-center gap-1.5 text-sm text-ink-2">
              <AgentBadge role={data.role} />
              <span className="text-pretty">
                {data.begun ? "Written by" : "Routed to"} {holder ? `${holder.name}, ${data.role}` : data.role}.{" "}
                {data.routedBecause}
              </span>
            </p>
          )}
        </div>
        {!data.begun && (
          <Assign letter={data} roles={agentRoleIds.filter((role) => active.some((one) => one.role === role))} />
        )}
      </header>
      <div className="grid items-start gap-6 @min-[680px]:grid-cols-2 @min-[680px]:grid-rows-[auto_1fr] @min-[680px]:gap-x-8 [&>*]:min-w-0">
        {data.begun ? (
          <WhyBegun letter={data} timeZone={timeZone} />
        ) : (
          <Original letter={data} timeZone={timeZone} onChoose={onChoose} actions={<Refusal letter={data} />} />
        )}
        <div className="@min-[680px]:col-start-2 @min-[680px]:row-span-2 @min-[680px]:row-start-1">
          <DraftCard key={`${data.id}:${data.state}:${data.draft ?? ""}`} letter={data} name={holder?.name ?? null} />
        </div>
        <SenderCard id={data.id} from={data.from} />
      </div>
    </article>
  );
}

function Assign({ letter, roles }: { letter: calls.LetterView; roles: readonly (typeof agentRoleIds)[number][] }) {
  const assign = useMailChange(calls.assignLetter, "Email not assigned");
  const mayAssign = useMay(calls.assignLetter);
  const { id, role, state, decision } = letter;
  if (!mayAssign || decision?.isPending || !calls.waitingStates.some((one) => one === state)) return null;
  const others = roles.filter((one) => one !== role);
  if (others.length === 0) return null;
  return (
    <Select
      aria-label="Assign to another executive"
      value=""
      disabled={assign.isPending}
      className="h-9 md:h-control-sm"
      onText={(chosen) => assign.mutate({ params: { id }, body: { role: chosen as (typeof others)[number] } })}
    >
      <Options of={[["", "Assign to…"] as const, ...others.map((one) => [one, one] as const)]} />
    </Select>
  );
}

/** Has a sender never answered, or answered again. */
function Refusal({ letter: { id, from, isDenied } }: { letter: calls.LetterView }) {
  const params = { id };
  const allow = useMailChange(calls.allowSender, "Sender not answered again");
  const deny = useMailChange(calls.denySender, "Sender not refused", () =>
    toastWithUndo("Never answered from now on", () => allow.mutate({ params }), { text: from }),
  );
  const may = useMay(calls.denySender);
  if (!may || !from) return null;
  return isDenied ? (
    <Button small pending={allow.isPending} onClick={() => allow.mutate({ params })}>
      Answer this sender again
    </Button>
  ) : (
    <Button small look="destructive" pending={deny.isPending} onClick={() => deny.mutate({ params })}>
      Never answer this sender
    </Button>
  );
}
