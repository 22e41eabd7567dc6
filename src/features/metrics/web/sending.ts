import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailure } from "#ui/toast.ts";

const mutationKey = ["send a file"];

/**
 * Uploads files, one at a time per window. An upload continues without its dialog: errors appear as a toast, and
 * closing the window asks first. `share` is null while idle; `isOtherSent` means another file is being uploaded.
 */
export function useSending<File extends { name: string }, Answer>(
  send: (file: File, progress: (share: number) => void) => Promise<Answer>,
) {
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationKey,
    mutationFn: (file: File) => {
      setShare(0);
      return confirmUnloadDuring(send(file, setShare));
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

async function confirmUnloadDuring<Answer>(work: Promise<Answer>): Promise<Answer> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  try {
    return await work;
  } finally {
    window.removeEventListener("beforeunload", ask);
  }
}
