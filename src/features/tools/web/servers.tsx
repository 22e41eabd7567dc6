import { useState } from "react";
import {
  removeToolServer,
  type ServerTool,
  testToolServer,
  type ToolServer,
  type ToolsPage,
} from "#features/tools/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Head, Steps } from "#ui/kit/entry.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { toast, toastFailure } from "#ui/toast.ts";
import { AddServer } from "./add-server.tsx";
import { ChooseTool } from "./choose-tool.tsx";
import { useToolChange } from "./queries.ts";
import { TryTool } from "./try-tool.tsx";

/** The servers of tools, each with its tools and who may use them. */
export function Servers({ page, timeZone, currency }: { page: ToolsPage; timeZone: string; currency: string }) {
  const [isAdding, setAdding] = useState(false);
  const addButton = (look: "plain" | "quiet") => (
    <Button small look={look} onClick={() => setAdding(true)}>
      Add server
    </Button>
  );
  return (
    <Section
      title="Servers"
      note={page.servers.length || undefined}
      actions={page.servers.length > 0 && addButton("quiet")}
    >
      {page.servers.length === 0 ? (
        <Empty title="No server yet" actions={addButton("plain")}>
          Add the MCP server of Stripe, HubSpot, Slack or your own. Its tools are off until you allow them.
        </Empty>
      ) : (
        <ul>
          {page.servers.map((server) => (
            <Server key={server.id} server={server} page={page} timeZone={timeZone} currency={currency} />
          ))}
        </ul>
      )}
      {isAdding && <AddServer onClose={() => setAdding(false)} />}
    </Section>
  );
}

type Open = { tool: ServerTool; what: "choose" | "try" };

function Server({
  server,
  page,
  timeZone,
  currency,
}: {
  server: ToolServer;
  page: ToolsPage;
  timeZone: string;
  currency: string;
}) {
  const { id, name, address, problem, tools, leftOut, checkedAt, hasSecret } = server;
  const [open, setOpen] = useState<Open | null>(null);
  const params = { id };
  const test = useToolChange(testToolServer, ({ problem: fault, tools: found }) =>
    toast(fault ?? `${name} answered`, fault ? undefined : plural(found.length, "tool")),
  );
  const remove = useToolChange(removeToolServer);
  const changed = tools.filter(({ isChanged }) => isChanged).length;
  const state =
    problem ?? (changed > 0 ? `${plural(changed, "tool")} changed: look again` : plural(tools.length, "tool"));
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <Head name={name} detail={address} tone={problem ? "danger" : changed > 0 ? "warning" : "success"} state={state}>
        {null}
      </Head>
      <p className="mt-1 text-xs text-ink-3">
        {hasSecret ? "With a secret" : "Without a secret"}, asked <Moment at={checkedAt} timeZone={timeZone} />
        {leftOut > 0 && `, ${plural(leftOut, "tool")} left out because they cannot be used`}
      </p>
      <Steps
        of={name}
        steps={[
          [
            "Ask again",
            () => test.mutate({ params }, { onError: (error) => toastFailure("Not asked", error) }),
            test.isPending,
          ],
        ]}
        remove={() => remove.mutate({ params }, { onError: (error) => toastFailure("Not removed", error) })}
        what="Its secret goes, and what has not been sent there is cancelled."
      />
      <ul className="mt-3">
        {tools.map((tool) => (
          <Tool key={tool.name} tool={tool} onOpen={(what) => setOpen({ tool, what })} />
        ))}
      </ul>
      {open?.what === "choose" && (
        <ChooseTool
          server={server}
          tool={open.tool}
          agents={page.agents}
          currency={currency}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "try" && (
        <TryTool server={server} tool={open.tool} agents={page.agents} onClose={() => setOpen(null)} />
      )}
    </li>
  );
}

/** "2 allowed, 1 asks"; "Off" */
function describeUses({ uses, isChanged }: ServerTool): string {
  const count = (mode: string) => uses.filter((one) => one.mode === mode).length;
  const [allowed, asking] = [count("allowed"), count("ask")];
  const words = [allowed > 0 && `${allowed} allowed`, asking > 0 && `${asking} ${asking === 1 ? "asks" : "ask"}`];
  const said = words.filter(Boolean).join(", ") || "Off";
  return isChanged ? `Changed, ${said}` : said;
}

function Tool({ tool, onOpen }: { tool: ServerTool; onOpen: (what: Open["what"]) => void }) {
  const { name, title, description, uses, isChanged, reads } = tool;
  const tone = isChanged ? "warning" : uses.length === 0 ? "idle" : "success";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">
          <span className="font-mono text-sm">{name}</span>{" "}
          {title && <span className="text-sm text-ink-2">{title}</span>}
        </p>
        <p className="line-clamp-1 text-sm wrap-anywhere text-ink-3">{description}</p>
      </div>
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-2">
        <Dot tone={tone} />
        {describeUses(tool)}
        {uses.length > 0 && `, ${reads ? "reads" : "changes"}`}
      </p>
      <div className="-my-1 flex gap-1 max-sm:-ml-2.5">
        <Button small look="quiet" aria-label={`Choose: ${name}`} onClick={() => onOpen("choose")}>
          Choose
        </Button>
        <Button
          small
          look="quiet"
          aria-label={`Try: ${name}`}
          disabled={uses.length === 0}
          onClick={() => onOpen("try")}
        >
          Try
        </Button>
      </div>
    </li>
  );
}
