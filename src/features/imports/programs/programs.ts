import { banks } from "#features/imports/programs/banks.ts";
import { books } from "#features/imports/programs/books.ts";
import { customerSystems } from "#features/imports/programs/customer-systems.ts";
import { payroll } from "#features/imports/programs/payroll.ts";
import type { Program } from "#features/imports/programs/program.ts";
import { shops } from "#features/imports/programs/shops.ts";
import { support } from "#features/imports/programs/support.ts";

export const programs: readonly Program[] = [...customerSystems, ...books, ...shops, ...support, ...banks, ...payroll];
