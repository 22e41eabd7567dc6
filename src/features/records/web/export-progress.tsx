import { count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useExporting } from "./exporting.ts";

/** How far a long export is, and a way to end it; nothing as long as its first part is awaited. */
export function ExportProgress() {
  const exporting = useExporting();
  if (!exporting || exporting.rows === 0) return null;
  return (
    <div className="mb-3 flex items-center gap-3 text-sm text-ink-2">
      <p role="status">
        Exporting {exporting.kind}: <span className="num">{count(exporting.rows)}</span> read so far
      </p>
      <Button small onClick={exporting.cancel}>
        Cancel export
      </Button>
    </div>
  );
}
