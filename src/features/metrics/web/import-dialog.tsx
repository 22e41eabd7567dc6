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
  /** The metric that is wanted; without one the daily revenue. */
  metric?: string;
  /** The import to watch; the page keeps it in its address, so that it survives a reload. */
  importId: string | null;
  onImport: (id: string | null) => void;
  onClose: () => void;
};

/** Brings figures in: from a CSV file, or one typed by hand. */
export default function ImportDialog({ start, metric, importId, onImport, onClose }: Props) {
  const [tab, setTab] = useState(start);
  const leaving = useLeave(onClose);
  return (
    <Dialog
      title="Bring data"
      description="Figures per day, such as the daily revenue. Nothing leaves this installation."
      onClose={leaving.leave}
    >
      {importId ? (
        <ImportProgress id={importId} onAgain={() => onImport(null)} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <Tabs
              keeps
              label="Where the figures come from"
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
                  label: "Type a value",
                  content: <ValueForm metric={metric} leaving={leaving} onDone={onClose} />,
                },
              ]}
            />
          </DialogBody>
          {leaving.asks && <LeaveFoot leaving={leaving} note="Nothing is brought in yet." />}
        </>
      )}
    </Dialog>
  );
}
