import { useState } from "react";
import {
  changeWebhook,
  endRotation,
  removeWebhook,
  rotateSecret,
  sendAgain,
  testWebhook,
  type Webhook,
  type WebhookMessage,
  type WebhooksPage,
} from "#features/webhooks/contract.ts";
import { exactTime, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Head, Steps } from "#ui/kit/entry.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { toast } from "#ui/toast.ts";
import { Log, Rotation } from "./parts.tsx";
import { useChange, useMessages } from "./queries.ts";
import { ShownOnce } from "./shown-once.tsx";
import { WebhookForm } from "./webhook-form.tsx";

/** Where events are posted. */
export function Outgoing({ page, timeZone }: { page: WebhooksPage; timeZone: string }) {
  const [form, setForm] = useState<Webhook | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const addButton = (look: "plain" | "quiet") => (
    <Button small look={look} onClick={() => setForm("new")}>
      Add webhook
    </Button>
  );
  return (
    <Section title="Events to other programs" actions={page.webhooks.length > 0 && addButton("quiet")}>
      {page.webhooks.length === 0 ? (
        <Empty title="No webhook yet" actions={addButton("plain")}>
          A webhook tells another program what happens here: decisions, tasks, records, imports, notifications.
        </Empty>
      ) : (
        <ul>
          {page.webhooks.map((one) => (
            <Row key={one.id} one={one} timeZone={timeZone} onEdit={() => setForm(one)} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {form && (
        <WebhookForm
          webhook={form === "new" ? null : form}
          events={page.events}
          onAdded={(shown) => {
            setForm(null);
            setSecret(shown);
          }}
          onClose={() => setForm(null)}
        />
      )}
      {secret && (
        <ShownOnce title="Secret of the webhook" texts={[["Secret", secret]]} onClose={() => setSecret(null)} />
      )}
    </Section>
  );
}

function Row({
  one,
  timeZone,
  onEdit,
  onSecret,
}: {
  one: Webhook;
  timeZone: string;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}) {
  const { id, name, isOn, offBecause, failingSince } = one;
  const params = { id };
  const change = useChange(changeWebhook, "Webhook not changed");
  const remove = useChange(removeWebhook, "Webhook not removed");
  const rotate = useChange(rotateSecret, "No new secret", ({ secret }) => onSecret(secret));
  const end = useChange(endRotation, "Previous secret not ended");
  const test = useChange(testWebhook, "Test not sent", () => toast("Test sent", "Its answer appears in the log"));
  const state = !isOn ? (offBecause ?? "Off") : failingSince ? "Failing" : `On, ${plural(one.events.length, "event")}`;
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <Head name={name} detail={one.address} tone={!isOn ? "idle" : failingSince ? "danger" : "success"} state={state}>
        <Switch
          label={`${name} is on`}
          on={isOn}
          disabled={change.isPending}
          onChange={(on) => change.mutate({ params, body: { isOn: on } })}
        />
      </Head>
      {isOn && failingSince && (
        <p className="mt-1 text-sm text-ink-2">
          First failure: <Moment at={failingSince} timeZone={timeZone} />. After five days it is switched off.
        </p>
      )}
      <Rotation until={one.oldSecretUntil} timeZone={timeZone} words="Signed with both secrets" end={end} id={id} />
      <Steps
        of={name}
        steps={[
          ["Send a test", () => test.mutate({ params }), test.isPending],
          ["Change", onEdit, false],
          ["New secret", () => rotate.mutate({ params }), rotate.isPending],
        ]}
        remove={() => remove.mutate({ params })}
        what="Its log goes, and what it has not delivered is cancelled."
      />
      <Log title="Last 100 messages">{(isOpen) => <Messages id={id} isOpen={isOpen} timeZone={timeZone} />}</Log>
    </li>
  );
}

const words: Record<WebhookMessage["status"], string> = {
  held: "Waiting",
  sending: "Sending",
  sent: "Delivered",
  unknown: "May have arrived",
  failed: "Not delivered",
  cancelled: "Cancelled",
};
const tones = {
  held: "warning",
  sending: "warning",
  sent: "success",
  unknown: "danger",
  failed: "danger",
  cancelled: "idle",
} as const;

function Messages({ id, isOpen, timeZone }: { id: string; isOpen: boolean; timeZone: string }) {
  const { data } = useMessages(id, isOpen);
  const again = useChange(sendAgain, "Not sent again", () => toast("Sent again", "Under the same id"));
  if (!data) return <p className="py-2 text-ink-2">Loading...</p>;
  if (data.length === 0) return <p className="py-2 text-ink-2">Nothing was sent yet.</p>;
  return (
    <ul>
      {data.map((one) => {
        const last = one.attempts.at(-1);
        const isOpenStill = one.status === "held" || one.status === "sending";
        return (
          <li key={one.id} className="border-t border-line py-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="inline-flex min-w-0 items-center gap-1.5 font-medium wrap-anywhere">
                <Dot tone={tones[one.status]} />
                {one.type}
              </span>
              <span className="text-ink-2">
                {words[one.status]}
                {one.dueAt && last && `, next try ${exactTime(one.dueAt, timeZone)}`}
              </span>
              <span className="text-ink-3">
                <Moment at={one.createdAt} timeZone={timeZone} />
              </span>
              {!isOpenStill && (
                <Button
                  small
                  look="quiet"
                  className="-my-1 ml-auto"
                  aria-label={`Send again: ${one.type}`}
                  pending={again.isPending}
                  onClick={() => again.mutate({ params: { id, message: one.id } })}
                >
                  Send again
                </Button>
              )}
            </div>
            {last?.fault && <p className="text-pretty text-ink-2">{last.fault}</p>}
            <Fold title={`Request and ${plural(one.attempts.length, "answer")}`} className="mt-1">
              <Json value={one.body} />
              {one.attempts.toReversed().map(({ at, ms, status, fault, sent, headers, answer }) => (
                <div key={at} className="mt-2">
                  <p className="text-ink-2">
                    <Moment at={at} timeZone={timeZone} />: {status ?? fault} in {ms} ms
                  </p>
                  <Json value={{ request: sent, answer: headers, body: answer }} />
                </div>
              ))}
            </Fold>
          </li>
        );
      })}
    </ul>
  );
}

const Json = ({ value }: { value: object }) => (
  <pre className="mt-1 overflow-auto rounded-control bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
    {JSON.stringify(value, null, 2)}
  </pre>
);
