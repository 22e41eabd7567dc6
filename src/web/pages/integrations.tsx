import { Link, useSearchParams } from "wouter";
import { Active } from "#features/integrations/web/active.tsx";
import { Available } from "#features/integrations/web/available.tsx";
import { Logs } from "#features/integrations/web/logs.tsx";
import { useAvailable } from "#features/integrations/web/queries.ts";
import { recordKinds } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { useTemplate } from "#features/records/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";

const tabs = ["available", "active", "logs"] as const;

/** Why the way to a service and back ended without a connection. */
const refusals: Record<string, string> = {
  cancelled: "The service was not connected: nobody agreed there.",
  expired: "The service was not connected: its answer came too late, or belongs to another session. Connect it again.",
  refused: "The service refused the connection. Its connection says why.",
  scopes: "The service was connected without something that is needed. Connect it again and allow everything.",
  unavailable: "The service could not be reached. Try again later.",
};

export default function IntegrationsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab") ?? (search.has("connected") ? "active" : "available");
  const tab = tabs.find((each) => each === asked) ?? "available";
  const refused = refusals[search.get("refused") ?? ""];
  return (
    <Page title="Enterprise Integrations">
      <Link href="/" className="mb-3 inline-block text-sm font-medium">
        Back to the dashboard
      </Link>
      <PageHead title="Enterprise Integrations">What your agents read from the services you use.</PageHead>
      {refused && (
        <p role="alert" className="mb-4 text-pretty text-danger">
          {refused}
        </p>
      )}
      <Tabs
        label="Integrations"
        value={tab}
        onChange={(next) => setSearch({ tab: next }, { replace: true })}
        tabs={[
          { value: "available", label: "Available", content: <Available /> },
          { value: "active", label: "Active", content: <Active /> },
          { value: "logs", label: "Logs", content: tab === "logs" && <Logs /> },
        ]}
      />
      {tab === "available" && <WithoutServices />}
    </Page>
  );
}

/** What brings the same in without any service. */
function WithoutServices() {
  const template = useTemplate();
  const { data } = useAvailable();
  return (
    <Section title="Without any integration" className="mt-8">
      <p className="mb-3 max-w-[72ch] text-pretty text-ink-2">
        Every figure also comes from files and other programs.{" "}
        <Link href="/add-data" className="underline underline-offset-2">
          Add a file
        </Link>{" "}
        as your program exports it or in the headings of a template, or have a program{" "}
        <Link href="/webhooks" className="underline underline-offset-2">
          post rows to an address of your own
        </Link>
        .
      </p>
      <ul>
        {data?.map(({ id, name, instead: { text, kinds, href } }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5">
            <p className="min-w-0 flex-1 basis-72">
              <span className="font-medium">Instead of {name}</span>{" "}
              {href ? (
                <Link href={href} className="underline underline-offset-2">
                  {text}
                </Link>
              ) : (
                <span className="text-ink-2">{text}</span>
              )}
            </p>
            <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
              {kinds.length > 0 && "Templates"}
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  small
                  disabled={template.isPending}
                  aria-label={`Download the template for ${kindNames[kind].many}`}
                  onClick={() => template.mutate({ kind, rows: "sample" })}
                >
                  {kindNames[kind].many}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 mb-2 text-sm font-medium">Templates of every kind</h3>
      <ul className="flex flex-wrap gap-2">
        {recordKinds.map((kind) => (
          <li key={kind}>
            <Button small disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "sample" })}>
              Template for {kindNames[kind].many}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
