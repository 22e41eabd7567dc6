import { HandOn } from "#ui/kit/hand-on.tsx";
import { Pin, Share2 } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { addPin } from "#features/explore/contract.ts";
import { copyText } from "#ui/copy.ts";
import { Button } from "#ui/kit/button.tsx";
import { save } from "#ui/save.ts";
import { toast } from "#ui/toast.ts";

const PinDialog = onDemand(() => import("./pin-dialog.tsx"));

type Props = { subject: QuerySubject; result: QueryResult; isCurrent: boolean };

/** Actions on an answer: download, share, pin. */
export function HeadActions({ subject, result, isCurrent }: Props) {
  const [pinning, setPinning] = useState(false);
  const mayPin = useMay(addPin);
  const exportCsv = async () => {
    const { csvOf, fileNameOf } = await import("./csv.ts");
    save(fileNameOf(result), [csvOf(subject, result)]);
  };
  const share = async () => {
    const isCopied = await copyText(location.href);
    if (isCopied) toast("Link copied", "Anyone in your company who opens it sees this answer.");
    else toast("Link not copied", "Copy it from the address bar.", "danger");
  };
  return (
    <>
      <HandOn name={result.title} disabled={!isCurrent} onCsv={exportCsv} />
      <Button onClick={() => void share()}>
        <Share2 size={15} strokeWidth={1.75} aria-hidden /> Share
      </Button>
      {mayPin && (
        <Button look="primary" disabled={!isCurrent} onClick={() => setPinning(true)}>
          <Pin size={15} strokeWidth={1.75} aria-hidden />
          <span>
            Pin<span className="max-md:hidden"> to dashboard</span>
          </span>
        </Button>
      )}
      {pinning && <PinDialog result={result} onClose={() => setPinning(false)} />}
    </>
  );
}
