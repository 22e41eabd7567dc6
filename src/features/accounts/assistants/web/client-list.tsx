import { useState } from "react";
import type { AssistantClient } from "#features/accounts/assistants/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useClients, useRemoveClient } from "./queries.ts";

const AddDialog = onDemand(() => import("./add-client-dialog.tsx"));

/** The programs an admin added, because they have no document of their own that says who they are. */
export function ClientList() {
  const { data, error } = useClients();
  const remove = useRemoveClient();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      id="assistant-clients"
      title="Clients for assistants"
      note={data?.length || undefined}
      actions={
        <Button small look="quiet" onClick={() => setAdding(true)}>
          Add client
        </Button>
      }
    >
      {!data ? (
        <LoadingRows error={error} what="The clients could not be loaded" rows={2} />
      ) : data.length === 0 ? (
        <Empty title="No clients">
          Add one for a program that asks for a client ID. Claude and others that bring their own need none.
        </Empty>
      ) : (
        <ul>
          {data.map((client) => (
            <Row
              key={client.id}
              client={client}
              isPending={remove.isPending && remove.variables === client.id}
              onRemove={() => remove.mutate(client.id)}
            />
          ))}
        </ul>
      )}
      <Problem of={remove.error} className="mt-2" />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

type RowProps = { client: AssistantClient; isPending: boolean; onRemove: () => void };

/** Asks once more before it removes: assistants that people connected by it stop at once. */
function Row({ client: { id, name, redirectUris }, isPending, onRemove }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-2.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="mt-0.5 block text-xs text-ink-3">
          Client ID <code className="font-mono wrap-anywhere text-ink-2 select-all">{id}</code>
        </span>
        <span className="block text-xs wrap-anywhere text-ink-3">Returns to {redirectUris.join(", ")}</span>
      </span>
      {isAsking ? (
        <span className="flex items-center gap-1">
          <Button small look="quiet" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button small look="destructive" pending={isPending} onClick={onRemove} aria-label={`Remove ${name} now`}>
            Remove now
          </Button>
        </span>
      ) : (
        <Button small look="quiet" onClick={() => setAsking(true)} aria-label={`Remove ${name}`} className="-mr-2.5">
          Remove
        </Button>
      )}
    </li>
  );
}
