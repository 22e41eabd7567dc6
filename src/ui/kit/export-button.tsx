import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { toastFailure } from "#ui/toast.ts";

/** Downloads a list as a CSV file. */
export function ExportButton({ onExport, disabled }: { onExport: () => Promise<void>; disabled: boolean }) {
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    await onExport().catch((error: unknown) => toastFailure("Export", error));
    setRunning(false);
  };
  return (
    <Button pending={isRunning} disabled={disabled} onClick={() => void run()}>
      <Download size={15} strokeWidth={1.75} aria-hidden /> Export CSV
    </Button>
  );
}
