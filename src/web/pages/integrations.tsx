import { Link, useSearchParams } from "wouter";
import { Active } from "#features/integrations/web/active.tsx";
import { Available } from "#features/integrations/web/available.tsx";
import { Logs } from "#features/integrations/web/logs.tsx";
import { recordKinds } from "#features/records/contract.ts";
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

/** What brings the same rows in without any service. */
function WithoutServices() {
  const template = useTemplate();
  return (
    <Section title="Without any integration" className="mt-8">
      <p className="mb-3 max-w-[72ch] text-pretty text-ink-2">
        Everything a service would bring also comes from files and from other programs:{" "}
        <Link href="/add-data" className="underline underline-offset-2">
          add a file
        </Link>{" "}
        with what your program exports, or post rows to an{" "}
        <Link href="/webhooks" className="underline underline-offset-2">
          address of your own
        </Link>
        . The templates have our headings and example lines.
      </p>
      <ul className="flex flex-wrap gap-2">
        {recordKinds.map((kind) => (
          <li key={kind}>
            <Button small disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "sample" })}>
              Template for {kind.replaceAll("_", " ")}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
