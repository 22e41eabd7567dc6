import { expect, test } from "vitest";
import { sentenceOf } from "#app/sentence.ts";

const wantsTls =
  "The database at DATABASE_URL refuses connections without TLS. Add ?sslmode=verify-full to DATABASE_URL.";
const untrusted = (reason: string): string =>
  `The TLS certificate of the database at DATABASE_URL is not trusted: ${reason}. Name an authority of your own with &sslrootcert=<file>.`;

test.each([
  [
    "28000",
    'no pg_hba.conf entry for host "10.0.0.9", user "boardroom", database "boardroom", no encryption',
    wantsTls,
  ],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.9", user "boardroom", database "boardroom", SSL off', wantsTls],
  ["08P01", "SSL required", wantsTls],
  ["28000", "SSL connection is required. Please specify SSL options and retry.", wantsTls],
  ["XX000", "connection is insecure (try using `sslmode=require`)", wantsTls],
  [
    "28000",
    'role "boardroom" is not permitted to log in',
    "The database at DATABASE_URL refused the user or password.",
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate", untrusted("self-signed certificate")],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "unable to verify the first certificate",
    untrusted("unable to verify the first certificate"),
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "Hostname/IP does not match certificate's altnames",
    untrusted("Hostname/IP does not match certificate's altnames"),
  ],
])("a database that answers %s: %s is told as what it is", (code, message, sentence) => {
  expect(sentenceOf(Object.assign(new Error(message), { code }))).toBe(sentence);
});
