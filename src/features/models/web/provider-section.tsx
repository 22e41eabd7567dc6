import { formatModelCost } from "#contract/format.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { useChangePrivacy, useDisconnectModel, useTestModel } from "#features/models/web/queries.ts";
import { shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";

export function Provider({ settings, onConnect }: { settings: ModelSettings; onConnect: (() => void) | undefined }) {
  const { timeZone } = useCompany();
  const test = useTestModel();
  const disconnect = useDisconnectModel();
  const { connection, providers, offered } = settings;
  const agree = useChangePrivacy();
  if (offered)
    return (
      <Empty
        title={`This server offers ${offered.label}`}
        actions={
          onConnect && (
            <>
              <Button
                look="primary"
                pending={agree.isPending}
                onClick={() => agree.mutate({ keepDays: settings.keepDays, agreesToOperator: true })}
              >
                Agree and use {offered.label}
              </Button>
              <Button onClick={onConnect}>Add your own</Button>
            </>
          )
        }
      >
        Agents work by rules until an admin agrees that questions and the records needed to answer them are sent to{" "}
        {offered.label}. The agreement is recorded with your name.
      </Empty>
    );
  if (!connection)
    return (
      <Empty
        title="No language model connected"
        actions={
          onConnect && (
            <Button look="primary" onClick={onConnect}>
              Add provider
            </Button>
          )
        }
      >
        Agents work by rules, which needs no key and costs nothing. With a model they also understand questions that no
        rule knows; figures, limits and effects stay outside the model.
      </Empty>
    );
  const { provider, baseUrl, keyEnd, consent, paused, setBy } = connection;
  const known = providers.find(({ id }) => id === provider);
  return (
    <Section title="Provider">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium">{known?.label}</p>
          <p className="text-sm wrap-anywhere text-ink-3">{baseUrl ?? known?.baseUrl}</p>
        </div>
        <p className="num text-sm text-ink-2">
          {keyEnd ? `Key ···· ${keyEnd}` : setBy === "operator" ? "The operator's key" : "No key"}
        </p>
        <p className="text-sm text-ink-2">
          {consent ? `${consent.by}, ${shortDate(consent.at, timeZone)}` : "Set by the operator"}
        </p>
        <p className="flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className={`size-2 flex-none rounded-full ${paused ? "bg-dot-warning" : "bg-dot-success"}`}
          />
          {paused ?? "Ready"}
        </p>
        {onConnect && (
          <span className="flex gap-2">
            <Button small pending={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
            {setBy === "company" && (
              <Button small pending={disconnect.isPending} onClick={() => disconnect.mutate()}>
                Disconnect
              </Button>
            )}
          </span>
        )}
      </div>
      {test.data && (
        <p role="status" className="num rounded-control bg-sunken px-3 py-2 text-sm">
          {test.data.ok ? (
            <>
              <strong className="font-medium">{test.data.engine}</strong> answered in{" "}
              {(test.data.milliseconds / 1_000).toFixed(2)} s for{" "}
              {test.data.cost.usd === null ? "an unknown price" : formatModelCost(test.data.cost.usd)}.
            </>
          ) : (
            test.data.sentence
          )}
        </p>
      )}
    </Section>
  );
}
