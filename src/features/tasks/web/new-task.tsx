import { type FormEvent, useState } from "react";
import { useAgents } from "#features/agents/web/queries.ts";
import { lengths, type Priority, priorities } from "#contract/words.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { SelectField, TextField } from "#ui/kit/field.tsx";
import { useCreateTask } from "./queries.ts";

export default function NewTask({ onDone }: { onDone: () => void }) {
  const agents = useAgents().data ?? [];
  const [title, setTitle, sent] = useDraft("task");
  const create = useCreateTask((created) => {
    if (sent(created)) onDone();
  });
  const [assignee, setAssignee] = useState("");
  const [priority, setPriority] = useState<Priority>("medium");
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return setError("Title is required");
    create.mutate(
      { title: title.trim(), priority, ...(assignee ? { assignedAgentId: assignee } : {}) },
      { onError: (cause) => setError(sentenceOf(cause)) },
    );
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-2 items-start gap-3 border-t border-line py-3 md:grid-cols-[minmax(0,1fr)_150px_110px_auto]"
    >
      <TextField
        label="Title"
        frame="col-span-2 md:col-span-1"
        maxLength={lengths.title}
        value={title}
        error={error}
        autoFocus
        onChange={(event) => {
          setTitle(event.target.value);
          setError(undefined);
        }}
      />
      <SelectField label="Assignee" value={assignee} onChange={(event) => setAssignee(event.target.value)}>
        <option value="">Unassigned</option>
        {agents.map((agent) => (
          <option key={agent.id} value={agent.id}>
            {agent.name}, {agent.role}
          </option>
        ))}
      </SelectField>
      <SelectField label="Priority" value={priority} onChange={(event) => setPriority(event.target.value as Priority)}>
        {priorities.map((each) => (
          <option key={each} value={each}>
            {sentenceCase(each)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" pending={create.isPending} className="col-span-2 md:col-span-1 md:mt-6">
        Add task
      </Button>
    </form>
  );
}
