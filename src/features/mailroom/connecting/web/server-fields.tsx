import { Fold } from "#ui/kit/fold.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";

type Props = {
  typed: Record<string, string>;
  put: (name: string) => (value: string) => void;
  isOpen: boolean;
};

const securities = [
  ["tls", "TLS"],
  ["starttls", "STARTTLS"],
  ["plain", "None (own network)"],
] as const;
const usual = {
  imap: { tls: "993", starttls: "143", plain: "143" },
  smtp: { tls: "465", starttls: "587", plain: "25" },
};

/** What was found, to look at and to change. */
export const ServerFields = ({ typed, put, isOpen }: Props) => (
  <Fold title="Servers, user and name" open={isOpen}>
    <div className="grid gap-3 pt-2">
      {(["imap", "smtp"] as const).map((kind) => {
        const security = (typed[`${kind}Security`] ?? "tls") as keyof typeof usual.imap;
        const label = kind.toUpperCase();
        return (
          <div key={kind} className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_5rem_9rem]">
            <TextField
              frame="col-span-2 sm:col-span-1"
              label={`${label} server`}
              autoComplete="off"
              value={typed[`${kind}Host`] ?? ""}
              onText={put(`${kind}Host`)}
            />
            <TextField
              label={`${label} port`}
              inputMode="numeric"
              placeholder={usual[kind][security]}
              value={typed[`${kind}Port`] ?? ""}
              onText={put(`${kind}Port`)}
            />
            <SelectField
              label={`${label} encryption`}
              value={security}
              onChange={({ target }) => put(`${kind}Security`)(target.value)}
            >
              <Options of={securities} />
            </SelectField>
          </div>
        );
      })}
      <TextField
        label="User"
        aside="if not the address"
        autoComplete="off"
        value={typed["user"] ?? ""}
        onText={put("user")}
      />
      <TextField label="Sender's name" aside="optional" value={typed["name"] ?? ""} onText={put("name")} />
      <TextField
        label="Other addresses of this mailbox"
        aside="optional"
        hint="With commas between them. Mail between them is never answered."
        value={typed["aliases"] ?? ""}
        onText={put("aliases")}
      />
    </div>
  </Fold>
);
