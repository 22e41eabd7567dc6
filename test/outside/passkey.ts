import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A passkey in software (WebAuthn level 3, ES256, no attestation), as a browser would answer with it. */
export type SoftPasskey = {
  id: string;
  /** As the server keeps it (COSE). */
  publicKey: Buffer;
  create(challenge: string): Created;
  sign(challenge: string): Signed;
};
type Created = Answer<{ clientDataJSON: string; attestationObject: string; transports: ["internal"] }>;
type Signed = Answer<{ clientDataJSON: string; authenticatorData: string; signature: string }>;
type Answer<Response> = { id: string; rawId: string; type: "public-key"; response: Response };

const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
const encode = (bytes: Buffer): string => bytes.toString("base64url");

/** `counts`: the authenticator counts its signatures. */
export function softPasskey(origin: string, { counts = false } = {}): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const credential = randomBytes(16);
  const id = encode(credential);
  let signatures = 0;
  const data = (flags: number, ...more: Buffer[]): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatures);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, ...more]);
  };
  const client = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = <Response>(response: Response): Answer<Response> => ({ id, rawId: id, type: "public-key", response });
  return {
    id,
    publicKey: cose,
    create(challenge) {
      // Present, verified, with the new credential.
      const authData = data(0x45, Buffer.alloc(16), Buffer.from([0, credential.length]), credential, cose);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([authData.length]),
        authData,
      ]);
      return answer({
        clientDataJSON: encode(client("webauthn.create", challenge)),
        attestationObject: encode(attestation),
        transports: ["internal"],
      });
    },
    sign(challenge) {
      if (counts) signatures += 1;
      const authData = data(0x05);
      const json = client("webauthn.get", challenge);
      return answer({
        clientDataJSON: encode(json),
        authenticatorData: encode(authData),
        signature: encode(sign("sha256", Buffer.concat([authData, sha256(json)]), privateKey)),
      });
    },
  };
}
