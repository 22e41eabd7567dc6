import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailure } from "#ui/toast.ts";

const mutationKey = ["send a file"];

/**
 * Sends files, one at a time in this window. A file goes on without the dialog it was chosen in: what stands in its way is
 * said in a toast, and closing the window asks. Gives the share that has left, null while nothing is sent, and whether
 * another file is on its way.
 */
export function useSending<File extends { name: string }, Answer>(
  send: (file: File, progress: (share: number) => void) => Promise<Answer>,
) {
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationKey,
    mutationFn: (file: File) => {
      setShare(0);
      return askingOnUnload(send(file, setShare));
    },
    onError: (error, { name }) => toastFailure(`${name} was not imported`, error),
  });
  const underWay = useIsMutating({ mutationKey });
  return {
    ...sending,
    share: sending.isPending ? share : null,
    isOtherSent: underWay > (sending.isPending ? 1 : 0),
  };
}

async function askingOnUnload<Answer>(work: Promise<Answer>): Promise<Answer> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  try {
    return await work;
  } finally {
    window.removeEventListener("beforeunload", ask);
  }
}
