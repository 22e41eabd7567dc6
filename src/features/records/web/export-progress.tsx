import { kindNames } from "#features/records/fields/fields.ts";
import { count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useExporting } from "./exporting.ts";

/** The progress of a long export, or how long it waits, with a cancel button; hidden until the first part arrives. */
export function ExportProgress() {
  const exporting = useExporting();
  if (!exporting || (exporting.rows === 0 && exporting.waits === null)) return null;
  const { kind, rows, waits, cancel } = exporting;
  const parts = [
    ...(rows > 0 ? [`${count(rows)} read so far`] : []),
    ...(waits === null ? [] : [`waiting, the server asks for ${count(waits)} s`]),
  ];
  return (
    <div className="mb-3 flex items-center gap-3 text-sm text-ink-2">
      <p role="status" className="num">
        Exporting {kindNames[kind].many}: {parts.join("; ")}
      </p>
      <Button small onClick={cancel}>
        Cancel export
      </Button>
    </div>
  );
}
