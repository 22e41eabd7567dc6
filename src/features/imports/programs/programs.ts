import type { Program } from "#features/imports/programs/program.ts";

/** The programs whose exports are recognized. */
export const programs: readonly Program[] = [];
