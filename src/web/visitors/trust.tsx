import { buttonClass } from "#ui/kit/button.tsx";
import { state, type VisitorPage } from "./frame.tsx";
import { Block, Cells, Hero, Stated } from "./parts.tsx";

const frameworks = [
  ["SOC 2", state("soc2"), "Controls for security, availability and confidentiality"],
  ["GDPR", state("gdpr"), "Personal data of people in the European Union"],
  ["CCPA", state("ccpa"), "Personal data of consumers in California"],
  ["ISO 27001", state("iso27001"), "A management system for information security"],
] as const;

export const trust: VisitorPage = {
  name: "trust",
  title: "Security & Compliance · Boardroom",
  description:
    "Frameworks, security policies and commitments of this installation, and how to reach its security and privacy teams.",
  content: (
    <>
      <Hero
        title="Security and compliance"
        lead="What protects your company's data here, what the operator of this installation commits to, and whom to write to."
      >
        <div className="cta">
          <a href={`mailto:${state("securityEmail")}`} className={buttonClass("primary")}>
            Email the security team
          </a>
          <a href={`mailto:${state("privacyEmail")}`} className={buttonClass()}>
            Email the privacy team
          </a>
        </div>
      </Hero>
      <Block title="Frameworks">
        <div>
          <ul className="cells four">
            {frameworks.map(([name, status, what]) => (
              <li key={name}>
                <h3>{name}</h3>
                <p className="font-medium text-ink!">{status}</p>
                <p>{what}</p>
              </li>
            ))}
          </ul>
          <Stated>Ask {state("securityEmail")} for the evidence.</Stated>
        </div>
      </Block>
      <Block title="Policies">
        <Cells
          columns="three"
          cells={[
            ["Encryption", "Tokens and credentials are encrypted with AES-256; passwords are hashed and never stored."],
            ["Access control", "Role-based access control on the server: each call names the role it needs."],
            ["Data isolation", "Company data is isolated by forced row level security in the database."],
            ["Audit logging", "Each change is recorded in a hash-chained journal that can be verified."],
            [
              "Incident response",
              "Everything autonomous can be stopped within 5 seconds; incidents are reported to you.",
            ],
            [
              "Backup and recovery",
              `Encrypted backups with checked restores. The recovery objective is ${state("recovery")}.`,
            ],
            ["Retention and deletion", "Each kind of data has a stated period and a stated way to be deleted."],
          ]}
        />
      </Block>
      <Block title="Commitments">
        <div>
          <Cells
            columns="two"
            cells={[
              ["We do not sell data", "Neither yours nor your customers'."],
              [
                "Your data does not train models",
                "It is sent to a language model only after an admin of your company has agreed.",
              ],
              ["We tell you", "A breach that concerns your data is reported to you without undue delay."],
              ["You can leave", "Your data can be downloaded for 30 days after the contract ends."],
            ]}
          />
          <Stated />
        </div>
      </Block>
      <Block title="Contacts">
        <Cells
          columns="two"
          cells={[
            [
              "Security team",
              <a key="s" href={`mailto:${state("securityEmail")}`}>
                {state("securityEmail")}
              </a>,
            ],
            [
              "Privacy team",
              <a key="p" href={`mailto:${state("privacyEmail")}`}>
                {state("privacyEmail")}
              </a>,
            ],
          ]}
        />
      </Block>
    </>
  ),
};
