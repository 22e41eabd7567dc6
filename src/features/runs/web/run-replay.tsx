import { useState } from "react";
import type { RunPage } from "#features/runs/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useReplay } from "./queries.ts";

/** Replays a finished run from its record: whether the result is the same, and the model's requests. */
export function Replay({ run }: { run: RunPage["run"] }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useReplay(run.id, isOpen);
  if (run.status !== "done") return null;
  return (
    <Section title="Replay">
      {!isOpen ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5">
          <p className="min-w-0 flex-1 text-sm text-ink-2">
            Work through the recorded steps again: no model is called, nothing follows.
          </p>
          <Button small onClick={() => setOpen(true)}>
            Replay
          </Button>
        </div>
      ) : error ? (
        <Fault error={error} what="The run could not be replayed" />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          <p role="status" className="border-t border-line py-2.5">
            {data.difference ?? "Same result as recorded."}{" "}
            {data.calls.length > 0 && (
              <span className="text-ink-3">{plural(data.calls.length, "model call")} taken from the record.</span>
            )}
          </p>
          {data.instructions && (
            <details className="border-t border-line py-2">
              <summary className="cursor-pointer text-sm text-accent">Instructions</summary>
              <TextBlock text={data.instructions} />
            </details>
          )}
          {data.calls.map((call, at) => (
            <details key={at} className="border-t border-line py-2">
              <summary className="cursor-pointer text-sm text-accent">
                {at + 1}. {call.title}
              </summary>
              {call.messages.map((message, place) => (
                <TextBlock key={place} title={roleLabels[message.role]} text={message.text} />
              ))}
              <TextBlock title="Reply" text={call.reply} />
            </details>
          ))}
        </>
      )}
    </Section>
  );
}

const roleLabels = { user: "Request", tool: "Result of an action" } as const;

const TextBlock = ({ title, text }: { title?: string; text: string }) => (
  <div className="mt-2">
    {title && <h4 className="text-xs font-medium text-ink-3">{title}</h4>}
    <pre className="mt-1 rounded-control bg-sunken px-3 py-2 text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
  </div>
);
