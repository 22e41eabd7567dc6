/** Error codes, or messages without a code, of an unreachable database. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired|Connection terminated.*)$/;

/** How PostgreSQL and poolers in front of it refuse a connection without TLS; they have no code of their own for it. */
const wantsTls =
  /, (?:no encryption|SSL off)$|\bSSL (?:connection )?is required\b|\bSSL required\b|connection is insecure/i;
/** How Node refuses the certificate of a server. */
const badCertificate = /^(?:DEPTH_ZERO_|SELF_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/** A sentence telling the operator what to do about a startup error. */
export function sentenceOf(error: unknown): string {
  const { code, message, port, syscall } = error as {
    code?: string;
    message?: string;
    port?: number;
    syscall?: string;
  };
  if (code === "EADDRINUSE") return `Port ${port} is already in use. Stop the program using it, or set PORT.`;
  if (unreachable.test(code ?? message ?? "")) return "The database at DATABASE_URL does not answer.";
  if (wantsTls.test(message ?? ""))
    return "The database at DATABASE_URL refuses connections without TLS. Add ?sslmode=verify-full to DATABASE_URL.";
  if (message === "The server does not support SSL connections")
    return "The database at DATABASE_URL has no TLS. Turn it on there, or remove sslmode from DATABASE_URL.";
  if (badCertificate.test(code ?? ""))
    return `The TLS certificate of the database at DATABASE_URL is not trusted: ${message}. Name an authority of your own with &sslrootcert=<file>.`;
  if (code === "28P01" || code === "28000") return "The database at DATABASE_URL refused the user or password.";
  if (code === "3D000") return "The database named in DATABASE_URL does not exist.";
  if (code === "EACCES" && syscall === "listen")
    return `Port ${port} needs more rights than this program has. Set PORT.`;
  if (code === "ENOSPC") return "The disk of the data folder is full. Free up space and start again.";
  if (code === "ENOENT" && syscall === "mkdir") return `The data folder cannot be created: ${message}.`;
  if (code === "EACCES" || code === "EROFS" || code === "EEXIST" || code === "ENOTDIR")
    return `The data folder cannot be written: ${message}.`;
  return message ?? String(error);
}
