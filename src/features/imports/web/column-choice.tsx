import type { Preview } from "#features/imports/contract.ts";
import { Columns, wide } from "#ui/kit/columns.tsx";
import { Select } from "#ui/kit/field.tsx";
import type { Choices } from "./queries.ts";

type Props = { preview: Preview; onChoose: (columns: NonNullable<Choices["columns"]>) => void };

/** What each column becomes, with cells as an example. */
export function ColumnChoice({ preview: { columns, fields }, onChoose }: Props) {
  const taken = new Set(columns.map(({ field }) => field));
  return (
    <table>
      <Columns of={["Column", "Becomes", wide("Read as"), wide("For example")]} />
      <tbody>
        {columns.map(({ heading, field, reading, examples }, at) => (
          <tr key={at}>
            <td className="max-w-48 py-1 wrap-anywhere">{heading || `Column ${at + 1}`}</td>
            <td className="py-1">
              <Select
                aria-label={`What ${heading || `column ${at + 1}`} becomes`}
                className="h-9 w-full md:h-control-sm"
                value={field ?? ""}
                onChange={(event) => onChoose([{ heading, field: event.target.value || null }])}
              >
                <option value="">Left out</option>
                {!fields.some(({ name }) => name === field) && field !== null && (
                  <option value={field}>{field.replace(/^custom:/, "")} (own field)</option>
                )}
                {fields.map(({ name, label, required }) => (
                  <option key={name} value={name} disabled={taken.has(name) && name !== field}>
                    {label}
                    {required ? " (needed)" : ""}
                  </option>
                ))}
                {heading && field !== `custom:${heading}` && (
                  <option value={`custom:${heading}`}>Keep as a field of your own</option>
                )}
              </Select>
            </td>
            <td className="text-ink-2 max-md:hidden">{reading}</td>
            <td className="max-w-56 truncate text-ink-2 max-md:hidden">{examples.join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
