import { z } from "zod";

/** An amount as typed; empty means no limit. */
export const typedAmount = z
  .string()
  .max(30, "Enter an amount of 0 or more")
  .refine(
    (typed) => typed.trim() === "" || /^\d{1,12}(?:\.\d{1,2})?$/.test(plain(typed)),
    "Enter an amount of 0 or more",
  );

const plain = (typed: string): string => typed.trim().replaceAll(/[,\s]/g, "");

export const amountIn = (typed: string): number | null => (typed.trim() === "" ? null : Number(plain(typed)));
