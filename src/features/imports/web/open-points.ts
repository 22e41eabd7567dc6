import type { FileImport, Preview, Question } from "#features/imports/contract.ts";

const isOpen = ({ items }: Question): boolean => items.some(({ answer }) => answer === null);

export const openQuestions = ({ questions }: Preview): Question[] => questions.filter(isOpen);

export const canStart = ({ status, isReady }: Pick<FileImport, "status" | "isReady">): boolean =>
  status === "looked" && isReady;
