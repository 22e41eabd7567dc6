import { Mail } from "lucide-react";
import { useLocation } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/mailroom/beginning/contract.ts";
import { useMailChange } from "#features/mailroom/web/queries.ts";
import type { BusinessRecord, RecordKind } from "#features/records/contract.ts";
import { isInView, viewsOf } from "#features/records/fields/views.ts";
import { today } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { toast } from "#ui/toast.ts";

type Way = { view: string; words: string; about: (record: BusinessRecord) => calls.About };

const aboutRecord =
  (kind: Exclude<calls.Beginning, "reminder">) =>
  ({ id: recordId }: BusinessRecord) => ({
    kind,
    recordId,
  });

/** The email that a record calls for while it stands in a view of its kind. */
const ways: Partial<Record<RecordKind, Way>> = {
  invoices: {
    view: "overdue",
    words: "Send a reminder",
    about: ({ fields }) => ({
      kind: "reminder",
      party: String(fields["customerName"]),
      numbers: [String(fields["number"])],
    }),
  },
  contracts: { view: "inForce", words: "Write about the renewal", about: aboutRecord("renewal") },
  deals: { view: "open", words: "Follow up", about: aboutRecord("follow-up") },
  tickets: { view: "open", words: "Answer by email", about: aboutRecord("ticket") },
};

/** Has an executive draft the email that a record calls for. */
export function WriteButton({ record }: { record: BusinessRecord }) {
  const { timeZone } = useCompany();
  const [, navigate] = useLocation();
  const may = useMay(calls.beginLetter);
  const begin = useMailChange(calls.beginLetter, "Email not written", ({ letterId, decisionId }) => {
    toast("Email written", decisionId ? "It waits for your approval." : "It waits under Mail.");
    navigate(`/mail?letter=${letterId}`);
  });
  const way = ways[record.kind];
  const view = way && viewsOf[record.kind].find(({ id }) => id === way.view);
  if (!may || !view || !isInView(view, record.fields, today(timeZone))) return null;
  return (
    <Button pending={begin.isPending} onClick={() => begin.mutate({ body: way.about(record) })}>
      <Mail size={15} strokeWidth={1.75} aria-hidden /> {way.words}
    </Button>
  );
}
