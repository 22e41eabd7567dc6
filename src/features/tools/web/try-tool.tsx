import { useState } from "react";
import { Link } from "wouter";
import { type ServerTool, type ToolField, type ToolServer, type ToolsPage, tryTool } from "#features/tools/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { SelectField, TextField } from "#ui/kit/field.tsx";
import { useToolChange } from "./queries.ts";

/** What was typed, as the tool takes it; null: it is no value of this field. */
function valueOf({ type }: ToolField, typed: string): { value: unknown } | null {
  if (type === "text" || type === "choice") return { value: typed };
  if (type === "flag") return { value: typed === "yes" };
  try {
    const value: unknown = type === "number" ? Number(typed) : JSON.parse(typed);
    return type === "number" && !Number.isFinite(value) ? null : { value };
  } catch {
    return null;
  }
}

/** Has an executive use a tool, with arguments typed here. */
export function TryTool({
  server,
  tool,
  agents,
  onClose,
}: {
  server: ToolServer;
  tool: ServerTool;
  agents: ToolsPage["agents"];
  onClose: () => void;
}) {
  const able = agents.filter(({ id }) => tool.uses.some(({ agentId }) => agentId === id));
  const [agentId, setAgentId] = useState(able[0]?.id ?? "");
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const attempt = useToolChange(tryTool);
  const given = tool.fields.flatMap((field) => {
    const text = typed[field.name]?.trim() ?? "";
    return text === "" ? [] : [{ field, read: valueOf(field, text) }];
  });
  const wrong = given.find(({ read }) => !read)?.field.name;
  const isMissing = tool.fields.some(({ name, isRequired }) => isRequired && !typed[name]?.trim());
  const run = () =>
    attempt.mutate({
      params: { id: server.id },
      body: {
        tool: tool.name,
        agentId,
        arguments: Object.fromEntries(given.map(({ field, read }) => [field.name, read?.value])),
      },
    });
  const done = attempt.data;
  return (
    <Dialog
      title={`Try ${tool.name} of ${server.name}`}
      description="It is a run of the executive, with everything the policy says."
      onClose={onClose}
    >
      <DialogBody className="grid content-start gap-4">
        <SelectField label="Executive" value={agentId} onText={setAgentId}>
          {able.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {name} ({role})
            </option>
          ))}
        </SelectField>
        {tool.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={typed[field.name] ?? ""}
            error={wrong === field.name ? (field.type === "number" ? "Enter a number" : "Enter JSON") : undefined}
            onText={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))}
        {attempt.error && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(attempt.error)}
          </p>
        )}
        {done && (
          <div role="status" className="text-sm">
            {done.text === null ? (
              <p>
                It waits for the policy or a person.{" "}
                {done.decisionId && <Link href={`/decisions/${done.decisionId}`}>Open the proposal</Link>}
              </p>
            ) : (
              <>
                <p className="text-ink-2">
                  Answered in {done.ms} ms, {done.bytes} bytes. This is text of {server.name}.
                </p>
                <pre className="mt-1 max-h-60 overflow-auto rounded-control bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
                  {done.text.slice(0, 20_000)}
                </pre>
              </>
            )}
            <p className="mt-2">
              <Link href={`/runs/${done.runId}`}>Open the run</Link>
            </p>
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button
          look="primary"
          pending={attempt.isPending}
          disabled={!agentId || isMissing || wrong !== undefined}
          onClick={run}
        >
          Use it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

type FieldProps = { field: ToolField; value: string; error: string | undefined; onText: (text: string) => void };

function Field({ field: { name, type, choices, isRequired, note }, value, error, onText }: FieldProps) {
  const label = isRequired ? name : `${name} (optional)`;
  const options = type === "flag" ? ["yes", "no"] : choices;
  if (type !== "flag" && type !== "choice")
    return (
      <TextField
        label={label}
        value={value}
        inputMode={type === "number" ? "decimal" : undefined}
        placeholder={type === "json" ? "As JSON" : undefined}
        hint={note || undefined}
        error={error}
        onText={onText}
      />
    );
  return (
    <SelectField label={label} value={value} hint={note || undefined} onText={onText}>
      <option value="">Nothing</option>
      {options.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  );
}
