/** The expected errors of a call, each with its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  wrong_type: 415,
  expectation_failed: 417,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
  unexpected: 500,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** The product's only error class: a code and a sentence for people (at most 200 characters). */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfter: number | undefined;
  /** The form field the sentence is about. */
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; retryAfter?: number; field?: string }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.field = options?.field;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The refusal of a call without a session. A cookie whose session ended is answered with why. */
export const unauthorized = (why = "Unauthorized"): AppError => new AppError("unauthorized", why);

export const notFound = (): AppError => new AppError("not_found", "Not found");
