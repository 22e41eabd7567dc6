import { Link } from "wouter";
import { lengths } from "#contract/words.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import type { Comment } from "#features/communications/comments/contract.ts";
import { addComment } from "#features/conversations/contract.ts";
import { useDraft } from "#ui/draft.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useAddComment, useComments } from "./queries.ts";

/** Comments by people and executives on a task or decision. */
export function Comments(subject: Pick<Comment, "subject" | "subjectId">) {
  const { data, error } = useComments(subject);
  const [text, setText, sent] = useDraft(`comment.${subject.subject}.${subject.subjectId}`);
  const add = useAddComment(subject, sent);
  const may = useMay(addComment);
  return (
    <Section title="Comments" note={data?.length || undefined}>
      {error && !data && <Fault error={error} what="The comments could not be read" />}
      <ul>
        {data?.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      {!may && data?.length === 0 && <p className="border-t border-line py-2.5 text-ink-2">No comments yet.</p>}
      {may && (
        <form
          noValidate
          className="grid gap-2 border-t border-line pt-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "") add.mutate(text);
          }}
        >
          <TextArea
            label="Add a comment"
            aside="@CFO or @name and a question asks that executive"
            maxLength={lengths.reason}
            value={text}
            onText={setText}
          />
          <Button
            type="submit"
            small
            className="justify-self-end"
            pending={add.isPending}
            disabled={text.trim() === ""}
          >
            Comment
          </Button>
        </form>
      )}
    </Section>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const { timeZone } = useCompany();
  return (
    <li className="flex gap-3 border-t border-line py-2.5">
      {comment.agent ? (
        <AgentBadge role={comment.agent.role} />
      ) : (
        <span aria-hidden className="grid size-[22px] flex-none place-items-center rounded-full bg-pressed text-xs">
          {comment.authorName.charAt(0).toUpperCase()}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="min-w-0 font-medium wrap-anywhere">{comment.authorName}</span>
          <span className="text-ink-3">
            <Moment at={comment.createdAt} timeZone={timeZone} />
          </span>
          {comment.runId && (
            <Link href={`/runs/${comment.runId}`} className="-my-1 ml-auto py-1">
              {comment.agent ? "How it was worked out" : "Asked"}
            </Link>
          )}
        </div>
        <p className="whitespace-pre-line wrap-anywhere">{comment.text}</p>
      </div>
    </li>
  );
}
