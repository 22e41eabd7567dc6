import type { Shape } from "./export.ts";
import { accounting } from "./shapes/accounting.ts";
import { banks } from "./shapes/banks.ts";
import { crm } from "./shapes/crm.ts";
import { ledger, people } from "./shapes/ledger.ts";
import { payments } from "./shapes/payments.ts";
import { support } from "./shapes/support.ts";
import { traps } from "./shapes/traps.ts";

export const shapes: readonly Shape[] = [
  ...crm,
  ...accounting,
  ...payments,
  ...support,
  ...banks,
  ...ledger,
  ...people,
  ...traps,
];
