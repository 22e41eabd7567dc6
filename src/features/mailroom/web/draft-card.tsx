import { useState } from "react";
import { Link } from "wouter";
import { longDay } from "#contract/format.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/mailroom/contract.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Countdown } from "#ui/kit/countdown.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { useShortcuts } from "#ui/kit/shortcuts.ts";
import { useMailChange } from "./queries.ts";
import { stateWords } from "./words.ts";

/** Why there is nothing to send, by state. */
const notes: Partial<Record<calls.LetterState, string>> = {
  seen: "It is read at the next pass.",
  skipped: "It gets no answer.",
  discarded: "It is left unanswered.",
};

/** The answer to an email: edited, sent, undone or discarded here. */
export function DraftCard({ letter, name }: { letter: calls.LetterView; name: string | null }) {
  const { id, draft, engine, facts, promises, state, why, decision, bindings, disclosure, undoUntil, role } = letter;
  const params = { id };
  const [text, setText] = useState(draft ?? "");
  const edit = useMailChange(calls.editDraft, "Draft not saved");
  const send = useMailChange(calls.sendDraft, "Answer not sent");
  const undo = useMailChange(calls.undoSending, "Answer not taken back");
  const discard = useMailChange(calls.discardDraft, "Draft not discarded");
  const [mayEdit, maySend] = [useMay(calls.editDraft), useMay(calls.sendDraft)];
  // A letter that an executive began is a person’s as soon as they work on it.
  const isFree = calls.waitingStates.some((one) => one === state) && (!decision?.isPending || letter.begun !== null);
  const isChanged = text.trim() !== (draft ?? "").trim();
  const save = () => edit.mutateAsync({ params, body: { text } });
  const sendNow = async () => {
    if (isChanged) await save();
    send.mutate({ params });
  };
  const maySendNow = isFree && maySend && text.trim() !== "" && !send.isPending && !edit.isPending;
  const title = letter.begun ? "Email" : "Answer";
  useShortcuts({
    e: () => document.querySelector<HTMLElement>("#draft textarea")?.focus(),
    r: () => void (maySendNow && sendNow().catch(() => undefined)),
  });
  return (
    <section
      aria-label={title}
      className={`grid gap-3 rounded-card border bg-surface p-4 ${isFree ? "border-accent" : "border-line-strong"}`}
    >
      <header className="flex items-center gap-2">
        {role && <AgentBadge role={role} />}
        <span className="min-w-0 truncate font-medium">{name ?? role ?? title}</span>
        <span className="text-sm text-ink-2">{stateWords[state]}</span>
      </header>
      {decision?.isPending && (
        <p className="text-sm text-pretty">
          It waits for{" "}
          <Link href={`/decisions/${decision.id}`} className="underline underline-offset-2">
            decision D-{decision.number}
          </Link>
          , whose approval sends exactly this text.
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
            label={title}
            rows={Math.min(24, Math.max(8, text.split("\n").length + 3))}
            value={text}
            onText={setText}
            hint={disclosure && `Below it: ${disclosure}`}
          />
        </div>
      ) : (
        draft && (
          <p className={`whitespace-pre-wrap wrap-anywhere ${state === "by_person" ? "text-ink-3" : ""}`}>
            {state === "by_person" && <span className="mb-2 block text-ink">{why} This was the draft:</span>}
            {draft}
          </p>
        )
      )}
      {!draft && (
        <p className="text-sm text-pretty text-ink-2">
          {[why, notes[state]].filter(Boolean).join(" ") || "No answer is drafted."}
        </p>
      )}
      {promises.map(({ taskId, words, dueOn }) => (
        <p key={taskId} className="text-sm text-pretty wrap-anywhere text-ink-2">
          Promised by {longDay(dueOn)}:{" "}
          <Link href={`/?task=${taskId}`} className="underline underline-offset-2">
            {words}
          </Link>
        </p>
      ))}
      {bindings.length > 0 && (
        <p className="text-sm text-pretty text-ink-2">
          Why it needs you: {bindings.map(({ kind, words }) => `“${words}” (${kind})`).join(", ")}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {isFree && mayEdit && isChanged && text.trim() && (
          <Button small pending={edit.isPending} onClick={() => void save().catch(() => undefined)}>
            Save
          </Button>
        )}
        {isFree && mayEdit && (
          <Button small look="destructive" pending={discard.isPending} onClick={() => discard.mutate({ params })}>
            Discard
          </Button>
        )}
        {state === "held" && mayEdit && (
          <Button small pending={undo.isPending} onClick={() => undo.mutate({ params })}>
            Undo {undoUntil && <Countdown until={undoUntil} />}
          </Button>
        )}
        {isFree && maySend && text.trim() && (
          <Button
            look="primary"
            small
            className="ml-auto"
            pending={send.isPending || edit.isPending}
            onClick={() => void sendNow().catch(() => undefined)}
          >
            Send <Kbd>r</Kbd>
          </Button>
        )}
      </div>
    </section>
  );
}
