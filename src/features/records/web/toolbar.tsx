import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldOf, roles } from "#features/records/fields/fields.ts";
import { viewsOf } from "#features/records/fields/views.ts";
import { sentenceCase } from "#ui/format.ts";
import { Select } from "#ui/kit/field.tsx";

/** What the list is asked for; it stands in the address, so that it can be sent to somebody. */
export type Asked = { q: string; view: string; status: string; type: string; sort: string };
export const askedFor = (search: URLSearchParams): Asked => ({
  q: search.get("q") ?? "",
  view: search.get("view") ?? "",
  status: search.get("status") ?? "",
  type: search.get("type") ?? "",
  sort: search.get("sort") ?? "",
});

type Props = { kind: RecordKind; asked: Asked; onAsk: (change: Partial<Asked>) => void };
const pause = 250;

export function Toolbar({ kind, asked, onAsk }: Props) {
  const [words, setWords] = useState(asked.q);
  useEffect(() => {
    if (words === asked.q) return;
    const timer = setTimeout(() => onAsk({ q: words }), pause);
    return () => clearTimeout(timer);
  }, [words, asked.q, onAsk]);
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
      <label className="relative col-span-2 block md:w-64">
        <span className="sr-only">Search {kind}</span>
        <Search
          size={15}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          value={words}
          maxLength={100}
          placeholder="Search"
          onChange={(event) => setWords(event.target.value)}
          className="control-edge h-10 w-full pr-2.5 pl-8 text-lg placeholder:text-ink-3 md:h-control md:text-base"
        />
      </label>
      <Select
        aria-label="View"
        className="h-10 w-full md:h-control"
        value={asked.view}
        onChange={(event) => onAsk({ view: event.target.value })}
      >
        <option value="">All {kind}</option>
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
