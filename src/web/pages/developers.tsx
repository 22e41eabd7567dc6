import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { nextCursorHeader } from "#contract/cursor.ts";
import { getApiDocument } from "#contract/api-document.ts";
import { plural } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { read } from "#ui/query.ts";
import { CallDetails, CodeBlock } from "./developers-call.tsx";
import { type ApiCall, callsOf, groupsOf } from "./developers-calls.ts";

export default function DevelopersPage() {
  const { data, error } = useQuery(read(getApiDocument, {}));
  return (
    <Page title="Developers">
      <PageHead
        title="Developers"
        actions={
          <Link href="/account#api-tokens" className={buttonClass("primary")}>
            Manage your tokens
          </Link>
        }
      >
        Everything Boardroom does can be called with an API token. Also as{" "}
        <a href={getApiDocument.path} className="underline underline-offset-2">
          OpenAPI 3.1
        </a>
        .
      </PageHead>
      {error && !data ? (
        <Fault error={error} what="The calls could not be loaded" />
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : (
        <Calls calls={callsOf(data)} />
      )}
    </Page>
  );
}

function Calls({ calls }: { calls: readonly ApiCall[] }) {
  const [search, setSearch] = useState("");
  const groups = groupsOf(calls, search);
  const found = groups.reduce((sum, [, each]) => sum + each.length, 0);
  return (
    <Columns
      isRailSticky
      main={
        <>
          <Start />
          <SearchField
            label="Search calls"
            placeholder="Search calls: tasks, decide, POST"
            value={search}
            onSearch={setSearch}
          />
          {groups.length === 0 && <Empty title="No matches">No call has all of these words.</Empty>}
          {groups.map(([group, each]) => (
            <Section
              key={group}
              id={group}
              title={`/api/${group}`}
              note={plural(each.length, "call")}
              className="scroll-mt-16"
            >
              <ul>
                {each.map((call) => (
                  <CallDetails key={call.id} call={call} origin={location.origin} />
                ))}
              </ul>
            </Section>
          ))}
        </>
      }
      rail={
        <nav aria-label="Calls by subject" className="hidden lg:block">
          <h2 className="font-semibold">{plural(found, "call")}</h2>
          <ul className="mt-1 columns-2 text-sm">
            {groups.map(([group]) => (
              <li key={group}>
                <a href={`#${group}`} className="block truncate py-0.5 text-ink-2 hover:text-ink">
                  {group}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    />
  );
}

const facts: readonly [string, ReactNode][] = [
  ["Scopes", "A token has read, write, propose, decide, or several. It never does more than your role allows."],
  ["Errors", "One plain sentence as text, with a code in X-Error-Code."],
  ["Limits", "100 calls a minute for each token, 600 for each person. After 429, wait the seconds of Retry-After."],
  ["Repeats", "Send Idempotency-Key with a write: repeated within a day, it has one effect and the first answer."],
  ["Pages", `A list names its next page in the header ${nextCursorHeader}; send it as cursor.`],
];

const Start = () => (
  <Section title="Start here">
    <div className="border-t border-line pt-3">
      <CodeBlock
        label="First call"
        text={`export BOARDROOM_TOKEN='brm_…'\ncurl '${location.origin}/api/user' \\\n  -H "Authorization: Bearer $BOARDROOM_TOKEN"`}
      />
    </div>
    <dl className="mt-4">
      {facts.map(([name, text]) => (
        <div key={name} className="grid gap-x-6 border-t border-line py-2 md:grid-cols-[96px_minmax(0,1fr)]">
          <dt className="font-medium">{name}</dt>
          <dd className="max-w-[72ch] text-pretty text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  </Section>
);
