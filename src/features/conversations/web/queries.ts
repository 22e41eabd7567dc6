import { useQuery } from "@tanstack/react-query";
import type { Comment } from "#features/communications/comments/contract.ts";
import { addComment, askAgents, listComments, listQuestions, type Question } from "#features/conversations/contract.ts";
import { listAsks } from "#features/expertise/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { dismissToast, toast, toastFailure } from "#ui/toast.ts";

const isOpen = ({ status }: Question): boolean => status === "queued" || status === "running";

/** The latest questions; refreshed by the socket, and polled while one is open. */
export const useQuestions = () =>
  useQuery({
    ...read(listQuestions, {}),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 5_000 : false),
  });

export const useAsks = () => useQuery(read(listAsks, {}));

/** The toast of the latest question; `read` resolves once it has been visible long enough to read. */
let submitted: { id: number; read: Promise<void> } | null = null;
const readMs = 2_500;

/** Dismisses the toast once it has been readable long enough, because it may cover the buttons of an answer. */
export function dismissSubmittedToast(): void {
  const last = submitted;
  submitted = null;
  void last?.read.then(() => dismissToast(last.id));
}

export const useAsk = (asked: (question: string) => void) =>
  useSend(askAgents, "body", {
    done: ({ agent }, { question }) => {
      submitted = {
        id: toast("Question Submitted", `Sent to the AI team: ${agent.name} (${agent.role}) answers`),
        read: new Promise((done) => {
          setTimeout(done, readMs);
        }),
      };
      asked(question);
    },
    failed: (error) => toastFailure("Submission Failed", error, "Failed to submit question to AI agents"),
    settled: () => void refresh("agents", "dashboard", "tasks", "runs"),
  });

type Subject = Pick<Comment, "subject" | "subjectId">;

export const useComments = ({ subject, subjectId }: Subject) =>
  useQuery(read(listComments, { query: { subject, id: subjectId } }));

export const useAddComment = (subject: Subject, added: (text: string) => void) =>
  useSend(addComment, (text: string) => ({ body: { ...subject, text } }), {
    done: (_, text) => added(text),
    failed: (error) => toastFailure("Action Failed", error, "Failed to add the comment"),
    settled: () => void refresh("comments", "runs", "decisions"),
  });
