import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/words.ts";

const money = { amount: z.number(), currency: z.string() };

export const getSender = endpoint("GET", "/api/mail/letters/:id/sender", {
  summary: "What the company's records say of the address a letter came from, up to five rows of each.",
  params: { id },
  response: z.strictObject({
    /** Customers and vendors with this address of record. */
    parties: z.array(
      z.strictObject({ kind: z.enum(["customers", "vendors"]), id, name: z.string(), status: z.string() }),
    ),
    deals: z.array(
      z.strictObject({ id, name: z.string(), stage: z.string(), closesOn: z.string().nullable(), ...money }),
    ),
    /** What is open of them. */
    invoices: z.array(
      z.strictObject({ id, number: z.string(), dueOn: z.string().nullable(), isOverdue: z.boolean(), ...money }),
    ),
    decisions: z.array(z.strictObject({ id, number: z.number().int(), title: z.string(), status: z.string() })),
  }),
  access: "member",
});
