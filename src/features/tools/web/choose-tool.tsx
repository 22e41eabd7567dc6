import { useState } from "react";
import {
  chooseTool,
  type ServerTool,
  type ToolMode,
  type ToolServer,
  type ToolsPage,
} from "#features/tools/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useToolChange } from "./queries.ts";

const modes = [
  { value: "off", label: "Off" },
  { value: "ask", label: "Ask" },
  { value: "allowed", label: "Allowed" },
] as const;
const touches = [
  { value: "changes", label: "Changes things" },
  { value: "reads", label: "Only reads" },
] as const;

/** What a tool may touch and cost, and what each executive may do with it. */
export function ChooseTool({
  server,
  tool,
  agents,
  currency,
  onClose,
}: {
  server: ToolServer;
  tool: ServerTool;
  agents: ToolsPage["agents"];
  currency: string;
  onClose: () => void;
}) {
  const [reads, setReads] = useState(tool.reads);
  const [cost, setCost] = useState(String(tool.cost));
  const [uses, setUses] = useState<Readonly<Record<string, ToolMode>>>(
    Object.fromEntries(tool.uses.map(({ agentId, mode }) => [agentId, mode])),
  );
  const choose = useToolChange(chooseTool, onClose);
  const amount = Number(cost.trim() || "0");
  const save = () =>
    choose.mutate({
      params: { id: server.id },
      body: {
        tool: tool.name,
        print: tool.print,
        reads,
        cost: amount,
        uses: agents.map(({ id }) => ({ agentId: id, mode: uses[id] ?? "off" })),
      },
    });
  return (
    <Dialog
      title={`${tool.name} of ${server.name}`}
      description={tool.title || "A tool of a program outside"}
      onClose={onClose}
    >
      <DialogBody className="grid content-start gap-4">
        <div>
          <p className="text-sm font-medium">
            {tool.isChanged ? "The server changed it. In its own words" : "In the server's own words"}
          </p>
          <p className="mt-1 max-h-40 overflow-auto rounded-control bg-sunken p-2.5 text-sm whitespace-pre-line wrap-anywhere">
            {tool.description || "Nothing is said of it."}
          </p>
          {tool.saysReadOnly && <p className="mt-1 text-sm text-ink-2">It says that it only reads.</p>}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-sm font-medium">What it touches</p>
            <p className="text-sm text-ink-2">What changes things waits for the end of the run, and for the policy.</p>
          </div>
          <Segmented
            label="What it touches"
            options={touches}
            value={reads ? "reads" : "changes"}
            onChange={(value) => setReads(value === "reads")}
          />
        </div>
        <TextField
          label={`Cost of one use (${currency})`}
          inputMode="decimal"
          value={cost}
          hint="Counts against the executive's limits. 0: nothing."
          onText={setCost}
        />
        <ul>
          {agents.map(({ id, name, role }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2">
              <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {name} <span className="text-sm text-ink-3">{role}</span>
              </p>
              <Segmented
                label={`${tool.name} for ${name}`}
                options={modes}
                value={uses[id] ?? "off"}
                onChange={(mode) => setUses({ ...uses, [id]: mode })}
              />
            </li>
          ))}
          {agents.length === 0 && <li className="text-sm text-ink-2">You have no executive yet. Add one first.</li>}
        </ul>
        {choose.error && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(choose.error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={choose.isPending}
          disabled={!Number.isFinite(amount) || amount < 0}
          onClick={save}
        >
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
