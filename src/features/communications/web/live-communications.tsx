import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Communication } from "#features/communications/contract.ts";
import { sentenceCase, shortMoment } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { ScrollList, Section } from "#ui/kit/section.tsx";

export function LiveCommunications({ communications }: { communications: readonly Communication[] }) {
  const isEmpty = communications.length === 0;
  return (
    <Section title="Live Communications" note={isEmpty ? undefined : `the newest ${communications.length}`}>
      {isEmpty ? (
        <Empty title="No communications yet">Agent communications will appear here</Empty>
      ) : (
        <ScrollList label="Communications" high="max-h-44 md:max-h-[24rem]">
          <ul>
            {communications.map((communication) => (
              <Row key={communication.id} communication={communication} />
            ))}
          </ul>
        </ScrollList>
      )}
    </Section>
  );
}

const Person = ({ name, role }: { name: string; role?: string | undefined }) => (
  <>
    <span className="font-medium text-ink">{name}</span>
    {role && <span className="text-ink-3"> {role}</span>}
  </>
);

function Row({ communication }: { communication: Communication }) {
  const { timeZone } = useCompany();
  const { sender, receiver, recipient, recipientEmail, messageType, runId } = communication;
  return (
    <li className="relative flex items-start gap-3 border-t border-line">
      <span className="pt-2.5">
        {sender ? <AgentBadge role={sender.role} /> : <span className="block size-[22px] rounded-[5px] bg-pressed" />}
      </span>
      <div className="min-w-0 flex-1 py-[9px]">
        <div className="pr-[120px] text-sm text-ink-2 md:pr-0">
          <Person name={sender?.name ?? "Owner"} role={sender?.role} />
          <span className="text-ink-3"> to </span>
          <Person name={receiver?.name ?? recipient ?? recipientEmail ?? "Owner"} role={receiver?.role} />
          {/* On a phone; screen readers get the tag at the right. */}
          {messageType === "external" && (
            <span aria-hidden className="ml-2 md:hidden">
              <Tag line>External</Tag>
            </span>
          )}
        </div>
        <div className="line-clamp-2 wrap-anywhere" title={communication.content}>
          {runId ? (
            <Link href={`/runs/${runId}`} className="text-ink">
              {communication.subject}
            </Link>
          ) : (
            communication.subject
          )}
        </div>
      </div>
      <span className="absolute top-0 right-0 flex items-center gap-3 pt-[9px] text-sm text-ink-3 md:static">
        <span data-message-type={messageType} className="sr-only md:not-sr-only">
          {messageType === "external" ? (
            <Tag line>External</Tag>
          ) : (
            <span className="text-xs">{sentenceCase(messageType)}</span>
          )}
        </span>
        <span className="min-w-[112px] text-right">
          <span className="num">{shortMoment(communication.createdAt, timeZone)}</span>,{" "}
          <Moment at={communication.createdAt} timeZone={timeZone} />
        </span>
      </span>
    </li>
  );
}
