import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import * as calls from "#features/mailroom/beginning/contract.ts";
import { useMailChange } from "#features/mailroom/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextArea, TextField } from "#ui/kit/field.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Section } from "#ui/kit/section.tsx";
import { read } from "#ui/query.ts";

const names: Record<calls.Beginning, string> = {
  reminder: "Reminder of overdue invoices",
  renewal: "Notice before an agreement ends",
  "follow-up": "Follow-up on a deal",
  ticket: "Answer to a ticket",
};

/** What letters that executives begin are written from. */
export function MailTemplates() {
  const isAdmin = useIsAdmin();
  const { data: templates = [] } = useQuery(read(calls.listTemplates, {}));
  if (templates.length === 0) return null;
  return (
    <Section title="Emails your executives start">
      <p className="py-2 text-sm text-pretty text-ink-2">
        They go only to the address on record, and wait for your approval unless you let their executive send alone.
      </p>
      {templates.map((one) => (
        <Fold
          key={one.kind}
          title={`${names[one.kind]}${one.isOwn ? " · changed" : ""}`}
          className="border-t border-line py-2"
        >
          <Template key={`${one.subject}\n${one.body}`} template={one} isAdmin={isAdmin} />
        </Fold>
      ))}
    </Section>
  );
}

function Template({ template, isAdmin }: { template: calls.MailTemplate; isAdmin: boolean }) {
  const { kind, isOwn, placeholders } = template;
  const [subject, setSubject] = useState(template.subject);
  const [body, setBody] = useState(template.body);
  const change = useMailChange(calls.changeTemplate, "Template not saved");
  const reset = useMailChange(calls.resetTemplate, "Template not reset");
  const isChanged = subject !== template.subject || body !== template.body;
  if (!isAdmin)
    return (
      <div className="grid gap-2 py-2">
        <p className="font-medium wrap-anywhere">{subject}</p>
        <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
      </div>
    );
  return (
    <form
      noValidate
      className="grid gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ params: { kind }, body: { subject, body } });
      }}
    >
      <TextField label="Subject" value={subject} onText={setSubject} />
      <TextArea
        label="Text"
        rows={6}
        value={body}
        onText={setBody}
        hint={`Filled in from your records: ${placeholders.join(", ")}. The greeting and the signature are added.`}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small look="primary" disabled={!isChanged} pending={change.isPending}>
          Save
        </Button>
        {isOwn && (
          <Button small pending={reset.isPending} onClick={() => reset.mutate({ params: { kind } })}>
            Back to ours
          </Button>
        )}
      </div>
    </form>
  );
}
