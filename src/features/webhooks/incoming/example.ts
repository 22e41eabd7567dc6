/** A single quote ends a text of the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Shell commands that sign a row with openssl and post it with curl. */
export const curlExample = ({ address, secret, row }: { address: string; secret: string; row: object }): string =>
  `url=${quoted(address)}
secret=${quoted(secret)}
body=${quoted(JSON.stringify({ rows: [row] }))}
id="msg_$(openssl rand -hex 16)"
time=$(date +%s)
key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$time.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl -sS "$url" -H 'content-type: application/json' -H "webhook-id: $id" \\
  -H "webhook-timestamp: $time" -H "webhook-signature: v1,$signature" -d "$body"`;
