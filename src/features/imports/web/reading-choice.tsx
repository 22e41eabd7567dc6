import { type Preview, type Target, targets } from "#features/imports/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { SelectField, TextField } from "#ui/kit/field.tsx";
import type { Choices } from "./queries.ts";

const nameOf = (target: Target): string =>
  ({ figures: "Daily figures", document: "A document for the Brain", bankAccounts: "Bank accounts" })[
    target as string
  ] ?? sentenceCase(target);

/** What the file is, its sheet, code page and heading line. */
export function ReadingChoice({ preview, onChoose }: { preview: Preview; onChoose: (change: Choices) => void }) {
  const { target, codePage, codePages, sheet, sheets, headingLine } = preview;
  return (
    <div className="grid grid-cols-2 items-start gap-3 pt-2 md:grid-cols-4">
      <SelectField
        label="Contents"
        value={target ?? ""}
        onChange={(event) => onChoose({ target: event.target.value as Target })}
      >
        {target === null && <option value="">Choose</option>}
        {targets.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </SelectField>
      {codePage !== null && (
        <SelectField label="Encoding" value={codePage} onChange={(event) => onChoose({ codePage: event.target.value })}>
          {[...new Set([codePage, ...codePages])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      {sheet !== null && sheets.length > 1 && (
        <SelectField label="Sheet" value={sheet} onChange={(event) => onChoose({ sheet: event.target.value })}>
          {sheets.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Heading line"
        inputMode="numeric"
        defaultValue={headingLine}
        key={headingLine}
        onBlur={(event) => {
          const line = Number(event.target.value);
          if (Number.isInteger(line) && line > 0 && line !== headingLine) onChoose({ headingLine: line });
        }}
      />
    </div>
  );
}
