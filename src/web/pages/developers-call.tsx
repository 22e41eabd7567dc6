import { Check, ChevronRight, Copy } from "lucide-react";
import { useState } from "react";
import { type MemberRole, whoMay } from "#contract/roles.ts";
import { copyText } from "#ui/copy.ts";
import { Button } from "#ui/kit/button.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { type ApiCall, curlOf, fieldsOf } from "./developers-calls.ts";

/** One call, folded to a line; open where the address names it. */
export function CallDetails({ call, origin }: { call: ApiCall; origin: string }) {
  const [isOpen, setOpen] = useState(() => location.hash === `#${call.id}`);
  const { method, path, operation } = call;
  return (
    <li id={call.id} className="scroll-mt-16 border-t border-line">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/call">
        <summary className="flex min-h-row flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
          <ChevronRight
            size={14}
            strokeWidth={1.75}
            aria-hidden
            className="flex-none self-center text-ink-3 group-open/call:rotate-90"
          />
          <span className="flex-none font-mono text-xs font-medium text-ink-2 md:w-14">{method}</span>
          <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{path}</span>
          <span className="ml-auto self-center">
            <Tag line>{operation["x-scope"] === "browser" ? "browser only" : operation["x-scope"]}</Tag>
          </span>
          <span className="w-full pl-[26px] text-sm text-pretty text-ink-2">{operation.summary}</span>
        </summary>
        {isOpen && <Details call={call} origin={origin} />}
      </details>
    </li>
  );
}

function Details({ call, origin }: { call: ApiCall; origin: string }) {
  const { operation } = call;
  const scope = operation["x-scope"];
  const access = operation["x-access"];
  const fields = fieldsOf(operation);
  const { example } = operation.responses[200].content["application/json"];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-5 md:pl-[26px]">
      <p className="text-sm text-pretty text-ink-2">
        {access === "public"
          ? "For anyone, without a token."
          : scope === "browser"
            ? "Only for a person signed in in a browser: API tokens cannot make this call."
            : `For ${whoMay(access as MemberRole)}, with a token of the scope "${scope}".`}
      </p>
      {fields.length > 0 && (
        <dl aria-label="Fields" className="text-sm">
          {fields.map(({ name, place, type, isRequired }) => (
            <div
              key={`${place} ${name}`}
              className="grid gap-x-4 border-t border-line py-1.5 md:grid-cols-[240px_minmax(0,1fr)]"
            >
              <dt className="font-mono text-xs leading-5 wrap-anywhere">
                {name}
                <span className="text-ink-3">
                  {" "}
                  {place}
                  {isRequired && ", required"}
                </span>
              </dt>
              <dd className="wrap-anywhere text-ink-2">{type}</dd>
            </div>
          ))}
        </dl>
      )}
      {scope !== "browser" && <CodeBlock label="curl" text={curlOf(call, origin)} />}
      <CodeBlock label="Example answer" text={JSON.stringify(example, null, 2)} />
    </div>
  );
}

/** A text to copy, in lines as they are; a long one scrolls in its box. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-center gap-2 text-xs font-medium text-ink-2">
        {label}
        <span role="status" className="ml-auto font-normal text-ink-3">
          {copied === true && "Copied"}
          {copied === false && "Copying failed: select it"}
        </span>
        <Button
          icon
          small
          look="quiet"
          aria-label={`Copy ${label}`}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </Button>
      </figcaption>
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-control border border-line bg-sunken p-3"
      >
        <pre className="font-mono text-xs leading-5">{text}</pre>
      </div>
    </figure>
  );
}
