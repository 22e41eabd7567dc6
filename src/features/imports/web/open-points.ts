import type { FileImport, Preview, Question } from "#features/imports/contract.ts";

/** Whether an item of the question still needs an answer. */
const isOpen = ({ items }: Question): boolean => items.some(({ answer }) => answer === null);

export const openQuestions = ({ questions }: Preview): Question[] => questions.filter(isOpen);

/** Whether a file that was looked at can be imported as it stands. */
export const canStart = ({ status, isReady }: Pick<FileImport, "status" | "isReady">): boolean =>
  status === "looked" && isReady;
