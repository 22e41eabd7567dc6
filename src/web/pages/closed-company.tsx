import { useState } from "react";
import { useExportClosed } from "#features/privacy/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** The page the last admin of a closed company gets; its token is after the hash, which browsers do not send. */
export default function ClosedCompanyPage() {
  const [token] = useState(() => location.hash.slice(1));
  const download = useExportClosed(token);
  return (
    <PlainFrame title="The company is closed">
      <p className="mb-5 text-pretty text-ink-2">
        Signing in no longer works, and all data is deleted 30 days after the company was closed. Until then you can
        download it here. Bookmark this page: its address is the only way to the data, and anyone who has it can
        download it too.
      </p>
      <Button look="primary" pending={download.isPending} onClick={() => download.mutate()}>
        Download the company's data
      </Button>
      {download.isSuccess && (
        <p role="status" className="mt-3 text-sm text-ink-2">
          The company's data has been downloaded as a JSON file.
        </p>
      )}
      <Problem of={download.error} className="mt-3" />
    </PlainFrame>
  );
}
