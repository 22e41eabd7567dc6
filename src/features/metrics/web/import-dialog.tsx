import { useState } from "react";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { ImportFile } from "./import-file.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ValueForm } from "./value-form.tsx";

type Props = {
  start: "csv" | "value";
  /** The preselected metric; daily revenue by default. */
  metric?: string;
  /** The import being watched; the page keeps it in its URL, so it survives a reload. */
  importId: string | null;
  onImport: (id: string | null) => void;
  onClose: () => void;
};

/** Adds figures from a CSV file or by hand. */
export default function ImportDialog({ start, metric, importId, onImport, onClose }: Props) {
  const [tab, setTab] = useState(start);
  const leaving = useLeave(onClose);
  return (
    <Dialog
      title="Add data"
      description="Daily figures, such as revenue. Data stays on this installation."
      onClose={leaving.leave}
    >
      {importId ? (
        <ImportProgress id={importId} onAgain={() => onImport(null)} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <Tabs
              keeps
              label="Source"
              value={tab}
              onChange={setTab}
              tabs={[
                {
                  value: "csv",
                  label: "Import CSV",
                  content: <ImportFile metric={metric} leaving={leaving} onStarted={onImport} />,
                },
                {
                  value: "value",
                  label: "Enter a value",
                  content: <ValueForm metric={metric} leaving={leaving} onDone={onClose} />,
                },
              ]}
            />
          </DialogBody>
          {leaving.asks && <LeaveFoot leaving={leaving} note="Nothing has been imported yet." />}
        </>
      )}
    </Dialog>
  );
}
