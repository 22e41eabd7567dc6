import { Redirect } from "wouter";
import { exploreHref, type QuerySubject } from "#contract/query.ts";
import { roles } from "#features/records/fields/fields.ts";
import { useRecord } from "#features/records/web/queries.ts";
import { type Named, queryOfRows, recordNamed } from "./rows-behind.ts";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

type Props = { rows: string; isSum: boolean; subjects: readonly QuerySubject[] };

/** Redirects to the query for the rows behind a figure, once the record's name is known. */
export function RowsBehind({ rows, ...rest }: Props) {
  const named = recordNamed(rows);
  if (named) return <OfRecord named={named} rows={rows} {...rest} />;
  return <RedirectToQuery rows={rows} name={null} {...rest} />;
}

function OfRecord({ named: { kind, id }, ...rest }: Props & { named: Named }) {
  const { data, error } = useRecord(kind, id);
  if (!data) return <LoadingRows error={error} what="The rows behind the figure could not be read" rows={6} />;
  return <RedirectToQuery name={String(data.record.fields[roles[kind].title] ?? "")} {...rest} />;
}

function RedirectToQuery({ rows, name, isSum, subjects }: Props & { name: string | null }) {
  const query = queryOfRows(rows, name, isSum, subjects);
  return <Redirect to={query ? exploreHref(query) : "/explore"} replace />;
}
