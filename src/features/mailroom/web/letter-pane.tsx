import { useState } from "react";
import { Link } from "wouter";
import { longDay } from "#contract/format.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { WhyBegun } from "#features/mailroom/beginning/web/why-begun.tsx";
import * as calls from "#features/mailroom/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Countdown } from "#ui/kit/countdown.tsx";
import { Options, SelectField, TextArea } from "#ui/kit/field.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { useShortcuts } from "#ui/kit/shortcuts.ts";
import { useLetter, useMailChange } from "./queries.ts";
import { stateTones, stateWords } from "./words.ts";

/** A letter beside its draft. */
export function LetterPane({ id, timeZone }: { id: string; timeZone: string }) {
  const { data, error } = useLetter(id);
  if (!data) return <LoadingRows error={error} what="The letter could not be loaded" rows={6} tall />;
  return (
    <article aria-label={data.subject || "No subject"} className="grid min-w-0 gap-5">
      <header>
        <h2 className="text-lg font-semibold wrap-anywhere">{data.subject || "No subject"}</h2>
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
          <Dot tone={stateTones[data.state]} />
          {stateWords[data.state]}
          {data.why && <span className="text-pretty">{data.why}</span>}
          {data.role && data.begun && <span>By the {data.role}</span>}
          {data.role && !data.begun && (
            <span>
              For the {data.role}: {data.routedBecause}
            </span>
          )}
        </p>
      </header>
      <div className="grid items-start gap-5 xl:grid-cols-2 [&>*]:min-w-0">
        {data.begun ? <WhyBegun letter={data} timeZone={timeZone} /> : <Original letter={data} timeZone={timeZone} />}
        <Draft key={`${data.id}:${data.draft ?? ""}`} letter={data} />
      </div>
    </article>
  );
}

/** Nothing in the frame runs, loads or leads anywhere. */
const framed = (html: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">${html}`;

const isQuoted = (line: string): boolean => line.startsWith(">");

function Original({ letter, timeZone }: { letter: calls.LetterView; timeZone: string }) {
  const { from, fromName, to, at, text, html, attachments, thread } = letter;
  const lines = text.split("\n");
  // A line such as "Kim wrote:" belongs to what it introduces.
  const start = lines.findIndex(
    (line, index) => isQuoted(line) || (line.trimEnd().endsWith(":") && isQuoted(lines[index + 1] ?? "")),
  );
  const [fresh, quoted] = start < 0 ? [lines, []] : [lines.slice(0, start), lines.slice(start)];
  return (
    <section aria-label="Letter">
      <p className="text-sm wrap-anywhere text-ink-2">
        From {fromName} &lt;{from}&gt; to {to.join(", ")}, <Moment at={at} timeZone={timeZone} />
      </p>
      <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{fresh.join("\n").trim()}</p>
      {quoted.length > 0 && (
        <Fold title="Quoted text" className="mt-2">
          <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{quoted.join("\n")}</p>
        </Fold>
      )}
      {html && (
        <Fold title="As designed, without pictures and links" className="mt-2">
          <iframe
            title="The letter as designed"
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={framed(html)}
            className="mt-1 h-80 w-full rounded-control border border-line bg-white"
          />
        </Fold>
      )}
      {attachments.map(({ name, type, size }, place) => (
        <p key={place} className="mt-1 text-sm wrap-anywhere text-ink-2">
          Attachment, not stored: {name || type}, {Math.ceil(size / 1024)} kB
        </p>
      ))}
      {thread.length > 1 && (
        <Fold title={`Thread of ${thread.length} letters`} className="mt-2">
          <ul>
            {thread.map((one) => (
              <li key={one.id} className="border-t border-line py-1.5 text-ink-2 first:border-t-0">
                <Moment at={one.at} timeZone={timeZone} /> {one.fromName || one.from},{" "}
                {stateWords[one.state].toLowerCase()}: {one.preview}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}

const waits: readonly calls.LetterState[] = ["drafted", "needs_human", "failed"];

function Draft({ letter }: { letter: calls.LetterView }) {
  const { id, draft, engine, facts, promises, state, decision, bindings, disclosure, undoUntil, role } = letter;
  const params = { id };
  const [text, setText] = useState(draft ?? "");
  const edit = useMailChange(calls.editDraft, "Draft not saved");
  const send = useMailChange(calls.sendDraft, "Answer not sent");
  const undo = useMailChange(calls.undoSending, "Answer not taken back");
  const discard = useMailChange(calls.discardDraft, "Draft not discarded");
  const assign = useMailChange(calls.assignLetter, "Letter not assigned");
  const deny = useMailChange(calls.denySender, "Sender not refused");
  const [mayEdit, maySend] = [useMay(calls.editDraft), useMay(calls.sendDraft)];
  // A letter that an executive began is a person’s as soon as they work on it.
  const isFree = waits.includes(state) && (!decision?.isPending || letter.begun !== null);
  const isChanged = text.trim() !== (draft ?? "").trim();
  const save = () => edit.mutateAsync({ params, body: { text } });
  const sendNow = async () => {
    if (isChanged) await save();
    send.mutate({ params });
  };
  useShortcuts({ e: () => document.querySelector<HTMLElement>("#draft textarea")?.focus() });
  return (
    <section aria-label={letter.begun ? "Email" : "Answer"} className="grid gap-3">
      {decision?.isPending && (
        <p className="text-sm text-pretty">
          It waits for{" "}
          <Link href={`/decisions/${decision.id}`} className="underline underline-offset-2">
            decision D-{decision.number}
          </Link>
          , whose approval sends exactly this text.
        </p>
      )}
      {bindings.length > 0 && (
        <p className="text-sm text-pretty text-ink-2">
          Binding words: {bindings.map(({ kind, words }) => `“${words}” (${kind})`).join(", ")}
        </p>
      )}
      {facts.length > 0 && (
        <div className="text-sm text-ink-2">
          From your records{engine && engine !== "rules" && `, written by ${engine}`}:
          <ul>
            {facts.map((fact) => (
              <li key={fact.id} className="wrap-anywhere">
                <Link href={`/records/${fact.kind}/${fact.id}`} className="underline underline-offset-2">
                  {fact.text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isFree && mayEdit ? (
        <div id="draft">
          <TextArea
            label={letter.begun ? "Email" : "Answer"}
            rows={10}
            value={text}
            onText={setText}
            hint={disclosure && `Below it: ${disclosure}`}
          />
        </div>
      ) : (
        draft && <p className="whitespace-pre-wrap wrap-anywhere">{draft}</p>
      )}
      {promises.map(({ taskId, words, dueOn }) => (
        <p key={taskId} className="text-sm text-pretty wrap-anywhere text-ink-2">
          Promised by {longDay(dueOn)}:{" "}
          <Link href={`/?task=${taskId}`} className="underline underline-offset-2">
            {words}
          </Link>
        </p>
      ))}
      <div className="flex flex-wrap items-end gap-2 empty:hidden">
        {isFree && maySend && text.trim() && (
          <Button
            look="primary"
            small
            pending={send.isPending || edit.isPending}
            onClick={() => void sendNow().catch(() => undefined)}
          >
            Send
          </Button>
        )}
        {isFree && mayEdit && isChanged && text.trim() && (
          <Button small pending={edit.isPending} onClick={() => void save().catch(() => undefined)}>
            Save
          </Button>
        )}
        {state === "held" && mayEdit && (
          <Button small pending={undo.isPending} onClick={() => undo.mutate({ params })}>
            Undo {undoUntil && <Countdown until={undoUntil} />}
          </Button>
        )}
        {isFree && mayEdit && (
          <Button small look="quiet" pending={discard.isPending} onClick={() => discard.mutate({ params })}>
            Discard
          </Button>
        )}
        {maySend && state !== "skipped" && !letter.begun && (
          <Button small look="destructive" pending={deny.isPending} onClick={() => deny.mutate({ params })}>
            Never answer this sender
          </Button>
        )}
      </div>
      {isFree && mayEdit && !letter.begun && (
        <SelectField
          label="Assigned to"
          value={role ?? ""}
          disabled={assign.isPending}
          onText={(chosen) => assign.mutate({ params, body: { role: chosen as (typeof agentRoleIds)[number] } })}
        >
          <Options
            of={[...(role ? [] : [["", "Nobody"] as const]), ...agentRoleIds.map((one) => [one, one] as const)]}
          />
        </SelectField>
      )}
    </section>
  );
}
