import { useCallback } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldOf, kindNames, roles } from "#features/records/fields/fields.ts";
import { viewsOf } from "#features/records/fields/views.ts";
import { sentenceCase } from "#ui/format.ts";
import { Select } from "#ui/kit/field.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";

/** The filter is kept in the address, so it can be shared. */
export type Asked = { q: string; view: string; status: string; type: string; sort: string };
export const askedFor = (search: URLSearchParams): Asked => ({
  q: search.get("q") ?? "",
  view: search.get("view") ?? "",
  status: search.get("status") ?? "",
  type: search.get("type") ?? "",
  sort: search.get("sort") ?? "",
});

type Props = { kind: RecordKind; asked: Asked; onAsk: (change: Partial<Asked>) => void };

export function Toolbar({ kind, asked, onAsk }: Props) {
  const search = useCallback((q: string) => onAsk({ q }), [onAsk]);
  const { status, type, money, day, title } = roles[kind];
  const choose = (name: string | undefined, key: "status" | "type") => {
    if (!name) return null;
    const field = fieldOf(kind, name);
    return (
      <Select
        aria-label={field.label}
        className="h-10 w-full md:h-control"
        value={asked[key]}
        onChange={(event) => onAsk({ [key]: event.target.value })}
      >
        <option value="">{field.label}: any</option>
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {sentenceCase(choice)}
          </option>
        ))}
      </Select>
    );
  };
  const sorts = [
    ["newest", "Newest first"],
    ["name", `By ${fieldOf(kind, title).label.toLowerCase()}`],
    ...(money ? [["amount", "Largest first"]] : []),
    ...(day ? [["day", `By ${fieldOf(kind, day).label.toLowerCase()}`]] : []),
  ];
  return (
    <div className="mb-3 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <SearchField
        label={`Search ${kindNames[kind].many}`}
        value={asked.q}
        className="col-span-2 md:w-64"
        onSearch={search}
      />
      <Select
        aria-label="View"
        className="h-10 w-full md:h-control"
        value={asked.view}
        onChange={(event) => onAsk({ view: event.target.value })}
      >
        <option value="">All {kindNames[kind].many}</option>
        {viewsOf[kind].map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {choose(status, "status")}
      {choose(type, "type")}
      <Select
        aria-label="Order"
        className="h-10 w-full md:h-control"
        value={asked.sort || "newest"}
        onChange={(event) => onAsk({ sort: event.target.value })}
      >
        {sorts.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
