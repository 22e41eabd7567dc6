import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { type Leaving, useUnsaved } from "#ui/kit/use-leave.ts";
import { sendFiles } from "./sending.ts";

/** Rows copied from a spreadsheet, taken as a file. */
export function PasteRows({ leaving }: { leaving: Leaving | undefined }) {
  const [pasted, setPasted] = useState("");
  return (
    <Fold title="Or paste rows">
      {leaving && <Unsaved leaving={leaving} text={pasted} />}
      <div className="grid justify-items-start gap-2 pt-2">
        <TextArea
          label="Rows"
          hint="Copied from a spreadsheet, with the line that names the columns."
          frame="w-full"
          rows={4}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button
          small
          disabled={!pasted.trim()}
          onClick={() => {
            sendFiles([new File([pasted], "Pasted rows.csv")]);
            setPasted("");
          }}
        >
          Use these rows
        </Button>
      </div>
    </Fold>
  );
}

function Unsaved({ leaving, text }: { leaving: Leaving; text: string }) {
  useUnsaved(leaving, () => text.trim() !== "");
  return null;
}
