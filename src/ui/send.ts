import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { call, type Sent } from "./api.ts";
import { toastFailure } from "./toast.ts";

type Outcome<E extends Endpoint, Given> = {
  /** After an answer; a promise it returns keeps the call pending. */
  done?: (answer: Answer<E>, given: Given) => unknown;
  /** The title of a toast with the error's sentence, or what else follows from it. */
  failed?: string | ((error: Error, given: Given) => unknown);
  /** After an answer or an error; a promise it returns keeps the call pending. */
  settled?: () => unknown;
};

type Sending<E extends Endpoint, Given> = UseMutationResult<Answer<E>, Error, Given>;

/**
 * One call, made by `mutate`. `sent` makes what is sent of what `mutate` is given; "body" says that it is given the body,
 * "sent" the whole, and null that there is nothing to send.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  sent: "body",
  outcome?: Outcome<E, Sent<E>["body"]>,
): Sending<E, Sent<E>["body"]>;
export function useSend<E extends Endpoint>(
  endpoint: E,
  sent: "sent",
  outcome?: Outcome<E, Sent<E>>,
): Sending<E, Sent<E>>;
export function useSend<E extends Endpoint, Given = void>(
  endpoint: E,
  sent: ((given: Given) => Sent<E>) | null,
  outcome?: Outcome<E, Given>,
): Sending<E, Given>;
export function useSend<E extends Endpoint>(
  endpoint: E,
  sent: "body" | "sent" | ((given: never) => Sent<E>) | null,
  { done, failed, settled }: Outcome<E, never> = {},
): unknown {
  const make = (given: never): unknown => {
    if (sent === "body") return { body: given };
    return sent === "sent" ? given : (sent?.(given) ?? {});
  };
  return useMutation({
    mutationFn: (given: never) => call(endpoint, make(given) as Sent<E>),
    onSuccess: (answer, given) => done?.(answer, given),
    onError: (error, given) => (typeof failed === "string" ? toastFailure(failed, error) : failed?.(error, given)),
    onSettled: () => settled?.(),
  });
}
