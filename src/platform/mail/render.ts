import type { Letter } from "#contract/letter.ts";

export type Rendered = { subject: string; text: string; html: string };

const repeatNote =
  "This message is sent a second time because its first sending was interrupted. If you have it twice, ignore one.";

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Both parts of a mail, with links to this server. `isRepeated` says that the person may have it already. */
export function renderLetter(letter: Letter, publicUrl: URL, isRepeated: boolean): Rendered {
  const { paragraphs, action } = letter;
  const url = action && new URL(action.path, publicUrl).href;
  const small = [
    ...(letter.note ? [letter.note] : []),
    ...(isRepeated ? [repeatNote] : []),
    `Sent by ${publicUrl.host}.`,
  ];
  const text = [...paragraphs, ...(action && url ? [`${action.label}:\n${url}`] : []), ...small].join("\n\n");
  return { subject: subjectOf(letter.subject), text: `${text}\n`, html: htmlOf(letter, url, small) };
}

/** One line. */
const subjectOf = (subject: string): string => subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);

const ink = "color:#1a1d21";
const font = "font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const button = "display:inline-block;padding:10px 18px;border-radius:6px;background:#025565;color:#fff";

function htmlOf({ subject, paragraphs, action }: Letter, url: string | undefined, small: readonly string[]): string {
  const body = [
    ...paragraphs.map((one) => `<p>${escape(one)}</p>`),
    ...(action && url
      ? [
          `<p><a href="${escape(url)}" style="${button};text-decoration:none">${escape(action.label)}</a></p>`,
          `<p style="font-size:13px;color:#5c6470">Or copy this address into your browser:<br>${escape(url)}</p>`,
        ]
      : []),
    ...small.map((one) => `<p style="font-size:13px;color:#5c6470">${escape(one)}</p>`),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(subjectOf(subject))}</title></head>
<body style="margin:0;padding:24px;${ink};${font}"><div style="max-width:520px">
${body.join("\n")}
</div></body></html>
`;
}
