type Refusal = { status: number; body: object };

const refuse = (
  code: number,
  status: string,
  reason: string,
  message: string,
  { domain = "global", details }: { domain?: string; details?: object[] } = {},
): Refusal => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }], status, ...(details && { details }) } },
});
const limit = { domain: "usageLimits" };
const info = (reason: string, metadata: object) => [
  { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com", metadata },
];

/** How Gmail refuses, by the reason it gives. */
export const gmailRefusals = {
  authError: refuse(401, "UNAUTHENTICATED", "authError", "Request had invalid authentication credentials."),
  insufficientPermissions: refuse(
    403,
    "PERMISSION_DENIED",
    "insufficientPermissions",
    "Request had insufficient authentication scopes.",
    { details: info("ACCESS_TOKEN_SCOPE_INSUFFICIENT", { service: "gmail.googleapis.com" }) },
  ),
  accessNotConfigured: refuse(
    403,
    "PERMISSION_DENIED",
    "accessNotConfigured",
    "Gmail API has not been used in project 123456789012 before or it is disabled.",
    {
      ...limit,
      details: info("SERVICE_DISABLED", { service: "gmail.googleapis.com", consumer: "projects/123456789012" }),
    },
  ),
  domainPolicy: refuse(403, "PERMISSION_DENIED", "domainPolicy", "The domain administrators have disabled Gmail apps."),
  dailyLimitExceeded: refuse(403, "PERMISSION_DENIED", "dailyLimitExceeded", "Daily Limit Exceeded", limit),
  rateLimitExceeded: refuse(403, "PERMISSION_DENIED", "rateLimitExceeded", "Rate Limit Exceeded", limit),
  userRateLimitExceeded: refuse(403, "PERMISSION_DENIED", "userRateLimitExceeded", "User Rate Limit Exceeded", limit),
  tooManyRequests: refuse(
    429,
    "RESOURCE_EXHAUSTED",
    "rateLimitExceeded",
    "Too many concurrent requests for user",
    limit,
  ),
  notEnabled: refuse(400, "FAILED_PRECONDITION", "failedPrecondition", "Mail service not enabled"),
  precondition: refuse(400, "FAILED_PRECONDITION", "failedPrecondition", "Precondition check failed."),
  invalidTo: refuse(400, "INVALID_ARGUMENT", "invalidArgument", "Invalid To header"),
  invalidLabel: refuse(400, "INVALID_ARGUMENT", "invalidArgument", "Invalid label"),
  notFound: refuse(404, "NOT_FOUND", "notFound", "Requested entity was not found."),
  labelExists: refuse(409, "ALREADY_EXISTS", "aborted", "Label name exists or conflicts"),
  backendError: refuse(503, "UNAVAILABLE", "backendError", "The service is currently unavailable."),
} satisfies Record<string, Refusal>;

/** Too many requests, with the time from which they are answered again. */
export const waitUntil = (at: Date): Refusal =>
  refuse(
    429,
    "RESOURCE_EXHAUSTED",
    "rateLimitExceeded",
    `User-rate limit exceeded.  Retry after ${at.toISOString()}`,
    limit,
  );
