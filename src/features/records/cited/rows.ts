/** What a customer may be told of a record of theirs: no note, no estimate, nothing of how the company works. */
export type CitedRow = {
  kind: "invoices" | "tickets" | "contracts" | "deals";
  id: string;
  /** Its number, else its title. */
  name: string;
  status: string;
  amount: number | null;
  openAmount: number | null;
  currency: string | null;
  /** Issued, opened, or begun. */
  startsOn: string | null;
  /** Due, or ending. */
  endsOn: string | null;
  /** Paid, resolved, or closed. */
  doneOn: string | null;
};
