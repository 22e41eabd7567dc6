import { useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { useLeave } from "#ui/kit/use-leave.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ImportProgress } from "./import-progress.tsx";
import type { FilePreview } from "./preview-file.ts";
import { MapColumns } from "./map-columns.tsx";

type Props = {
  kind: RecordKind;
  /** The import being watched; the page keeps it in its URL, so it survives a reload. */
  importId: string | null;
  onImport: (id: string | null) => void;
  onClose: () => void;
};

/** Imports records from a file or pasted rows: choose, map columns, watch progress. */
export default function ImportDialog({ kind, importId, onImport, onClose }: Props) {
  const [file, setFile] = useState<FilePreview | null>(null);
  const leaving = useLeave(onClose);
  const restart = () => {
    setFile(null);
    onImport(null);
  };
  return (
    <Dialog
      title={`Import ${kindNames[kind].many}`}
      description="A record that came before is changed, not doubled. Nothing leaves this installation."
      onClose={leaving.leave}
    >
      {importId ? (
        <ImportProgress id={importId} onAgain={restart} onClose={onClose} />
      ) : file ? (
        <MapColumns kind={kind} file={file} leaving={leaving} onOther={() => setFile(null)} onStarted={onImport} />
      ) : (
        <>
          <DialogBody>
            <ChooseFile kind={kind} leaving={leaving} onPreview={setFile} />
          </DialogBody>
          {leaving.asks && <LeaveFoot leaving={leaving} note="Nothing is imported yet." />}
        </>
      )}
    </Dialog>
  );
}
