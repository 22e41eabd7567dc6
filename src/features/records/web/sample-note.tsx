import { useQuery } from "@tanstack/react-query";
import { useCompany } from "#features/accounts/web/queries.ts";
import { listSampleKinds } from "#features/records/samples/contract.ts";
import { read } from "#ui/query.ts";

/** The kind of records on a page: a list's own, or the subject of a query. */
function kindOf(href: string | null): string | undefined {
  if (!href?.startsWith("/explore?")) return /^\/records\/(\w+)/.exec(href ?? "")?.[1];
  const asked = new URLSearchParams(href.slice("/explore?".length)).get("q") ?? "";
  return /"subject":"(\w+)"/.exec(asked)?.[1];
}

/** Shown where the page includes sample data; a demo has a notice on every page instead. */
export function SampleNote({ hrefs }: { hrefs: readonly (string | null)[] }) {
  const { demo } = useCompany();
  const kinds = hrefs.flatMap((href) => kindOf(href) ?? []).filter((kind) => kind !== "figures");
  const { data } = useQuery({ ...read(listSampleKinds, {}), enabled: !demo && kinds.length > 0 });
  if (!data?.some((kind) => kinds.includes(kind))) return null;
  return <span className="block text-xs text-ink-3">Includes sample data</span>;
}
