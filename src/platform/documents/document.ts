/** A part of a document, in reading order: a title, a paragraph or a table row. */
export type Block = {
  text: string;
  /** 1 for a title; absent for a paragraph. */
  level?: number;
  page?: number;
  /** The number of this table row, counted from 1 without the heading. */
  row?: number;
};

/** A piece of a document that can be found and opened; the pieces follow each other without overlap. */
export type Passage = {
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  page: number | null;
  row: number | null;
  /** Offsets in the document's text: its blocks, joined by line ends. */
  start: number;
  end: number;
};

export const documentKinds = ["text", "markdown", "csv", "xlsx", "pdf", "docx", "pptx", "email"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export type ReadDocument = {
  kind: DocumentKind;
  /** The whole text; the offsets of the passages count in it. */
  text: string;
  passages: Passage[];
  /** Of a PDF; the slides of a presentation. */
  pages: number | null;
  /** Of a CSV file or a workbook. */
  rows: number | null;
  /** When it was written, if the document states it. */
  writtenAt: string | null;
  /** What a reader of the result should know, such as attachments that were left out. */
  note: string | null;
  /** Why nothing of it could be read, if it is kept all the same: its only passage says so. */
  fault: string | null;
};

/** A document that cannot be read; its message is for people. */
export class Unreadable extends Error {}

export const mostBytes = 25 * 1024 * 1024;
export const mostPassages = 10_000;
export const mostPages = 2_000;
/** Characters of all blocks together. */
export const mostText = 8_000_000;
