import { z } from "zod";
import { pluralize } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "brain", feed: null, refreshes: ["brain", "uploads"] } as const;
const named = (fileName: string) => shorten(fileName, 150);

export const documentUploaded = event(
  "brain.document_uploaded",
  common,
  (id: string, fileName: string, size: number) => ({ id, title: `Uploaded: ${named(fileName)}`, details: { size } }),
);

const read = z.looseObject({ passages: z.number(), entities: z.number() });
export const documentRead = event(
  "brain.document_read",
  { ...common, feed: "analysis", refreshes: ["brain", "uploads", "feed"] },
  (id: string, fileName: string, details: z.infer<typeof read>) => ({
    id,
    title: `Read: ${named(fileName)}`,
    details,
    line: {
      text: [`${pluralize(details.passages, "passage")}, read`, { by: " for " }],
      href: `/brain-dashboard?document=${id}`,
      impact: "low" as const,
      status: "completed" as const,
    },
  }),
);

const found = z.looseObject({ entities: z.number(), relationships: z.number(), engine: z.string() });
export const documentNamed = event(
  "brain.document_named",
  common,
  (id: string, title: string, details: z.infer<typeof found>) => ({
    id,
    title: `Names found by a model: ${named(title)}`,
    details,
  }),
);

const refused = z.looseObject({ sentence: z.string() });
export const documentNotRead = event(
  "brain.document_not_read",
  common,
  (id: string, fileName: string, details: z.infer<typeof refused>) => ({
    id,
    title: `Not read: ${named(fileName)}`,
    details,
  }),
);

export const documentDeleted = event(
  "brain.document_deleted",
  { ...common, complianceRelevant: true },
  (id: string, title: string, passages: number, doubted: number) => ({
    id,
    title: `Document deleted: ${named(title)}`,
    details: { passages, doubted },
  }),
);
