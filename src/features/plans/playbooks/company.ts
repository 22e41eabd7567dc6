import { advice, part, known, latest, type Playbook, type Read, said, shows, view } from "./playbook.ts";

const contracts: Read = { subject: "contracts", measure: { of: "sum" }, order: "first", limit: 100 };

const noticeBy = shows("noticeBy", "1900-01-01");

export const company: readonly Playbook[] = [
  {
    id: "renewals",
    label: "Renew contracts",
    does: "prepare decisions on contracts that end",
    examples: said(`
      Prepare the contract renewals | Renew the contracts that end this quarter | Renew the contract with the supplier
      Renegotiate our supplier agreements | Extend the lease
      Decide on the agreements that run out soon | Sort out the insurance before it expires
      See which contracts we must give notice on | Handle the contracts that are about to expire
      Negotiate the renewal with the vendor | Prolong the maintenance agreement
      Make sure no contract renews by itself without a decision | Decide whether to cancel or renew the contract
      The lease runs out in March, get that sorted | Cancel or renew the contract, tell me what you would do
      Deal with the contract that is up for renewal | Get the agreement renewed on better terms
      Check which contracts end soon and prepare what to do
    `),
    reads: {
      due: {
        ...contracts,
        filters: [view("notice90"), known("endsOn"), noticeBy],
        named: [view("inForce"), known("endsOn"), noticeBy],
        day: "noticeBy",
      },
      services: {
        subject: "subscriptions",
        filters: [view("ending"), view("renewing60")],
        day: "renewsOn",
        order: "first",
        limit: 5,
      },
    },
    none: "No contract needs notice within 90 days. There is nothing to renew.",
    line: [
      "{due.count|contract}[ worth {due.total} a year] {due.count?needs|need} a decision[ within {within}].",
      " The first is {due.first}[: notice by {due.noticeBy}].",
      " {services.count|licence or certificate|licences and certificates} of your own {services.count?expires|expire} too.",
    ],
    tasks: [
      part(
        "Operations",
        1,
        "Decide on {title} by {decideBy}",
        "With {party}[, {yearlyValue} a year]; ends on {endsOn}[; notice was due {late.noticeBy|day} ago].",
        { each: "due", most: 4, due: "noticeBy", hours: 2 },
      ),
      part("CTO", 1, "Renew {name} before {renewsOn}", "A licence, certificate, domain or token of your own.", {
        each: "services",
        most: 1,
        due: "renewsOn",
      }),
    ],
    initiative: part("Legal", 90, "Settle {due.count|contract}[ within {within}]", "Worth {due.total} a year."),
    advice: [
      advice(
        "Contracts",
        "Ask for new prices before the notice date",
        "After that date the contract renews at the vendor's price.",
      ),
    ],
    proposals: [
      part(
        "Operations",
        7,
        "Renew {title} at {yearlyValue} a year",
        "With {vendorName}. The price is taken as unchanged.",
        {
          each: "due",
          most: 1,
          hours: 2,
          decision: {
            type: "vendor_renewal",
            context: {
              currentPrice: { number: "yearlyValue" },
              newPrice: { number: "yearlyValue" },
              endsOn: { text: "endsOn" },
              subject: "{title}",
              counterparty: "{vendorName}",
            },
          },
        },
      ),
    ],
  },
  {
    id: "ending",
    label: "End contracts",
    does: "prepare notice for contracts",
    examples: said(`
      Cancel the contract with our cleaning company | Give notice on the lease | Terminate the vendor contract
      End the agreement with the supplier | Get out of the phone contract | Stop the contract before it renews
      Send the termination notice in time | We want to leave the provider, prepare the notice
      Quit the maintenance agreement | Get rid of the contract | Hand in notice for the storage unit
      Cancel the contract with the supplier
    `),
    reads: { due: { ...contracts, filters: [view("inForce"), noticeBy] } },
    none: "No contract is in force. There is nothing to end.",
    line: [
      "{due.count|contract}[ worth {due.total} a year] {due.count?is|are} in force. The plan prepares notice for {due.names}; nothing is sent before you approve it.",
    ],
    tasks: [
      part(
        "Legal",
        2,
        "Prepare the notice for {title} with {party}",
        "[{yearlyValue} a year; ]ends on {endsOn}[, notice by {noticeBy}].",
        { each: "due", due: "noticeBy", hours: 1 },
      ),
      part("Operations", 7, "Plan what replaces {due.first}", "Before notice is given, so that nothing stops.", {
        hours: 3,
        priority: "medium",
      }),
    ],
    proposals: [
      part("Legal", 5, "Give notice on {title} with {party}", "It ends a contract, so it needs your approval.", {
        each: "due",
        most: 1,
      }),
    ],
  },
  {
    id: "signing",
    label: "Get contracts signed",
    does: "get contracts signed",
    examples: said(`
      Get the unsigned contracts signed | Chase the missing signatures | Finalise the draft agreements
      Have the open contracts signed by the customers | Make sure every contract has a signature
      Send the agreement for signature
    `),
    reads: { unsigned: { ...contracts, filters: [view("unsigned")] } },
    none: "No contract waits for a signature.",
    line: ["{unsigned.count|contract}[ worth {unsigned.total} a year] {unsigned.count?has|have} no signature."],
    tasks: [
      part(
        "Legal",
        3,
        "Get {title} signed[ by {customerName}][ by {vendorName}]",
        "[{yearlyValue} a year; ]no signature is on record.",
        { each: "unsigned", most: 5, hours: 2 },
      ),
    ],
    initiative: part("Legal", 30, "Sign {unsigned.count|contract}", "Without a signature on {today}."),
  },
  {
    id: "services",
    label: "Review subscriptions",
    does: "review the subscriptions you pay for",
    examples: said(`
      Review our software subscriptions | Cancel the tools we do not use | Check which licences we still need
      Go through our subscriptions and end what is useless | Clean up our software licences
      Renew the licences that expire | Renew the domain and the certificate | Cancel the gym subscription
      Make a list of subscriptions we can drop | Prune the software we pay for and nobody uses
      Drop the apps we do not need | See which subscriptions can go
    `),
    reads: {
      ours: {
        subject: "subscriptions",
        filters: [view("ours")],
        measure: { of: "sum" },
        day: "renewsOn",
        order: "first",
        limit: 100,
      },
    },
    none: "No service or licence of your own is on record.",
    line: [
      "You pay for {ours.count|service} of your own, {ours.total} per interval. The first renewal is {ours.first}.",
    ],
    tasks: [
      part(
        "CTO",
        3,
        "Decide whether to keep {name}[ of {vendorName}]",
        "[{amount} a {interval}][; {seats|seat}][; renews on {renewsOn}].",
        { each: "ours", most: 5, due: "renewsOn" },
      ),
    ],
    initiative: part("CTO", 30, "Review {ours.count|service}", "Kept or ended, each with a reason."),
  },
  {
    id: "hiring",
    label: "Hire",
    does: "prepare hiring somebody",
    examples: said(`
      Hire a support agent for 32,000 a year | Recruit two developers | We need another driver | Find a sales rep
      Hire an accountant | Look for an apprentice | Fill the open position in the kitchen
      Get us a part-time assistant | Advertise a job for a nurse | Add a technician to the team
      Find a replacement for the colleague who leaves | Take on seasonal staff | Employ a manager
      Help me hire somebody | Bring on another electrician by spring | We are two waiters short, sort that out
      We are short of staff, find people | Get another pair of hands for the workshop | Hire the trainee we agreed
      Find us a cook | Prepare the hiring of a new colleague | We need more people in the warehouse
    `),
    takes: "anything",
    isAhead: true,
    reads: {
      team: { subject: "people", filters: [view("active")], isWhole: true },
      load: {
        subject: "tickets",
        filters: [view("open"), known("ownerName")],
        groupBy: { field: "ownerName" },
        limit: 20,
        isWhole: true,
      },
      tickets: { subject: "tickets", filters: [view("open")], isWhole: true },
      expenses: latest("expenses"),
    },
    line: [
      "The plan prepares hiring: {what}, with a shortlist by {by.28}.",
      " You have {team.count|person|people} on record.",
      " {tickets.count} {tickets.count?ticket is|tickets are} open[, {load.top} of them with {load.first}].",
      " Expenses were {expenses.total} in the last month.",
      " Nothing is published before you approve it.",
    ],
    tasks: [
      part(
        "Operations",
        5,
        "Write the job profile: {what}",
        "It says which work the new colleague takes over[; {load.first} holds {load.top|open ticket}].",
        { hours: 3 },
      ),
      part(
        "CFO",
        5,
        "Check {amount} a year against the budget: {what}",
        "[Expenses were {expenses.total} in the last month. ]The cost of every year counts.",
        { hours: 2 },
      ),
      part(
        "CFO",
        5,
        "Work out what you can pay: {what}",
        "[Expenses were {expenses.total} in the last month. ]You name no salary.",
        { if: "no amount", hours: 2 },
      ),
      part(
        "Legal",
        14,
        "Prepare the employment contract: {what}",
        "Notice, confidentiality and ownership of work are settled before the offer.",
        { hours: 3, priority: "medium" },
      ),
      part(
        "Operations",
        28,
        "Interview and shortlist three candidates: {what}",
        "With the people they will work with.",
        { hours: 10, priority: "medium" },
      ),
    ],
    initiative: part("Operations", 60, "Hire: {what}", "[At {amount} a year. ]By {by.60}."),
    advice: [
      advice(
        "Workload",
        "Move work from {load.first} before the start date",
        "{load.top|open ticket} {load.top?waits|wait} for one person.",
      ),
    ],
    proposals: [
      part("CFO", 7, "Spend {amount} a year: {what}", "A salary is a recurring expense, so it needs your approval.", {
        decision: {
          type: "expense_approval",
          context: { amount: { number: "amount" }, often: "yearly", subject: "Salary: {what}" },
        },
      }),
      part("Operations", 10, "Publish the job advert: {what}", "The advert is public, so it needs your approval."),
    ],
  },
  {
    id: "workload",
    label: "Share out work",
    does: "share out the work of people who have too much",
    examples: said(`
      Share out the work of the colleague who is ill | Take work off somebody who has too much to do
      Balance the workload of the team | Arrange cover for the holidays | Reassign the open tickets of a colleague
      Hand over the work of someone who is leaving | Distribute the open tasks more fairly
      Find cover while she is on leave | Arrange cover for somebody who is away
      Who covers for a colleague on holiday? Arrange it | Spread the work better between the teams
    `),
    reads: {
      open: {
        subject: "tickets",
        filters: [view("open"), known("ownerName")],
        day: "dueOn",
        order: "first",
        limit: 100,
      },
      load: {
        subject: "tickets",
        filters: [view("open"), known("ownerName")],
        groupBy: { field: "ownerName" },
        limit: 20,
        isWhole: true,
      },
    },
    none: "No open ticket names who works on it, so no work can be shared out.",
    line: ["{load.first} holds the most of the open tickets: {load.top}.", " The plan moves {open.count|ticket}."],
    tasks: [
      part(
        "Operations",
        2,
        "Give [{number}, ]{title} to somebody else",
        "With {ownerName}[, for {customerName}][, due on {dueOn}].",
        { each: "open", most: 5 },
      ),
    ],
  },
  {
    id: "policy",
    label: "Write a policy",
    does: "prepare a policy",
    examples: said(`
      Write a travel expenses policy by the end of the month | Draft a remote work policy | Update the privacy policy
      Write a code of conduct | Set rules for discounts | Introduce guidelines for customer gifts
      Make a handbook for new employees | Write down how we handle complaints | Define a procedure for purchases
      Write rules for working from home | Put our refund rules in writing
    `),
    takes: "anything",
    isAhead: true,
    reads: {
      contracts: { subject: "contracts", filters: [view("inForce")], isWhole: true },
      bills: {
        subject: "invoices",
        filters: [view("bills")],
        measure: { of: "sum" },
        period: { kind: "last", count: 90, unit: "day" },
        isWhole: true,
      },
    },
    line: [
      "Legal drafts the {what} by {by.7}.",
      " It must agree with {contracts.count|contract|contracts} in force.",
      " You spent {bills.total} on {bills.count|bill} in the last 90 days.",
    ],
    tasks: [
      part("Legal", 7, "Draft the {what}", "One page: who it applies to, what is allowed, who decides on exceptions.", {
        hours: 6,
      }),
      part(
        "Legal",
        10,
        "Check the {what} against {contracts.count|contract}",
        "What they promise cannot be changed by a policy.",
        { if: "contracts", hours: 3, priority: "medium" },
      ),
      part("Operations", 14, "Plan how the {what} is introduced", "Who is told, when, and where it is kept.", {
        hours: 2,
        priority: "low",
      }),
    ],
    advice: [
      advice(
        "Review",
        "Set a date for the next review",
        "A year is usual. Without a date nobody checks whether it still fits.",
      ),
    ],
    proposals: [
      part("Legal", 21, "Publish the {what}", "Once published it binds everyone, so it needs your approval."),
    ],
  },
  {
    id: "audit",
    label: "Audit the records",
    does: "check the records for what is missing or overdue",
    examples: said(`
      Audit our contracts and invoices | Check our books before year end | Check that our paperwork is in order
      Review the records for mistakes | Look for gaps in our data | Find what is missing in our contracts
      Prepare for the audit | Check our compliance | Clean up the records | Find errors in our records
      See what is missing in our files
    `),
    reads: {
      contracts: { subject: "contracts", isWhole: true },
      invoices: { subject: "invoices", isWhole: true },
      unsigned: { ...contracts, filters: [view("unsigned")] },
      missed: { ...contracts, filters: [view("missed")], day: "noticeBy" },
      disputed: { subject: "invoices", filters: [view("disputed")], measure: { of: "sum" }, isWhole: true },
      expired: {
        subject: "subscriptions",
        filters: [view("expired"), view("ours")],
        day: "renewsOn",
        order: "first",
        isWhole: true,
      },
    },
    none: "You have no contracts yet, so nothing can be audited.",
    line: [
      "{contracts.count|contract}[ and {invoices.count|invoice}] were checked:",
      " {unsigned.count|contract}[ worth {unsigned.total} a year] not signed;",
      " {missed.count|contract} past the notice date;",
      " {disputed.count|invoice} disputed;",
      " {expired.count|service} of your own past the renewal date;",
      " each with a task.",
    ],
    tasks: [
      part("Legal", 5, "Get {title} signed", "With {party}[, {yearlyValue} a year]; no signature is on record.", {
        each: "unsigned",
        most: 2,
        hours: 2,
      }),
      part(
        "Operations",
        7,
        "Decide whether to keep {title}",
        "Notice was due on {noticeBy}; the contract still runs.",
        { each: "missed", most: 1, priority: "medium" },
      ),
      part("CFO", 7, "Resolve the dispute about {number}", "{party} disputes {openAmount}.", {
        each: "disputed",
        most: 1,
        hours: 2,
        priority: "medium",
      }),
      part("CTO", 2, "Check whether {name} still runs", "It was to renew on {renewsOn}.", { each: "expired", most: 1 }),
    ],
    initiative: part("Legal", 30, "Close the audit findings", "Found on {today}."),
    advice: [
      advice(
        "Contracts",
        "Record the signature date of every contract",
        "{unsigned.count|contract} {unsigned.count?has|have} none.",
      ),
    ],
  },
  {
    id: "data",
    label: "Complete the customer list",
    does: "complete and clean the customer list",
    examples: said(`
      Clean up the customer list | Tidy up our customer data
      Find duplicates in the customer list | Complete the contact details of our customers | Sort out the address list
      Get our contacts in order | Remove double entries from our contacts | Bring the member list up to date
    `),
    isAhead: true,
    reads: {
      all: { subject: "customers", isWhole: true },
      mailless: { subject: "customers", filters: [{ field: "email", test: "unknown" }], order: "first" },
      phoneless: { subject: "customers", filters: [{ field: "phone", test: "unknown" }], order: "first" },
      twins: { subject: "customers", limit: 200, order: "first", areTwins: true },
    },
    none: "You have no customers yet, so there is no list to clean.",
    line: [
      "{all.count|customer} {all.count?is|are} on the list.",
      " {twins.count|name} {twins.count?looks|look} like another: {twins.names}.",
      " The names of {twins.unseen|more customer} were not compared.",
      " {mailless.count} have no email address[ and {phoneless.count} no phone number].",
      " Nothing is merged or removed before you say so.",
    ],
    tasks: [
      part(
        "Operations",
        2,
        "Check whether {name} are one customer",
        "The names differ in a letter or two. Merge them only if address and history agree.",
        { each: "twins", most: 2 },
      ),
      part("Customer Success", 5, "Get the email address of {mailless.count|customer}", "First {mailless.names}.", {
        if: "mailless",
        hours: 2,
      }),
      part("Customer Success", 7, "Get the phone number of {phoneless.count|customer}", "First {phoneless.names}.", {
        if: "phoneless",
        hours: 2,
      }),
      part("Operations", 9, "Mark customers who no longer buy", "A list without them shows who is worth a call.", {
        priority: "low",
      }),
    ],
  },
  {
    id: "period",
    label: "Plan a period",
    does: "plan a week, month, quarter or year",
    examples: said(`
      Plan the next quarter | Make a plan for next year | Prepare the plan for the coming months
      Set the goals for next quarter | What should we do next month: make a plan | Set our priorities for the week
      Prepare the budget for next year | Put together our plan for the second half of the year
      Plan the spring quarter for the teams | Map out the first quarter for us | Plan the coming season
      Plan the summer | Make a plan for January to March | Plan December | Get us organised for the next three months
      Set targets for the year
    `),
    isAhead: true,
    reads: {
      deals: { subject: "deals", filters: [view("open")], measure: { of: "sum" }, isWhole: true },
      overdue: { subject: "invoices", filters: [view("overdue")], measure: { of: "sum" }, isWhole: true },
      notice: { ...contracts, filters: [view("notice90"), known("endsOn"), noticeBy], day: "noticeBy", isWhole: true },
      bills: {
        subject: "invoices",
        filters: [view("bills")],
        measure: { of: "sum" },
        period: { kind: "last", count: 90, unit: "day" },
        isWhole: true,
      },
      billed: {
        subject: "invoices",
        filters: [view("billed")],
        measure: { of: "sum" },
        period: { kind: "last", count: 90, unit: "day" },
        isWhole: true,
      },
      tickets: { subject: "tickets", filters: [view("open")], isWhole: true },
    },
    line: [
      "The plan for {span} starts from what there is.",
      " You billed {billed.total} in the last 90 days[ and received bills of {bills.total}].",
      " {deals.count|deal} worth {deals.total} {deals.count?is|are} open.",
      " {overdue.total} is overdue.",
      " {notice.count|contract} {notice.count?needs|need} a decision within 90 days.",
    ],
    tasks: [
      part(
        "CFO",
        7,
        "Set the targets for revenue and costs: {span}",
        "[{billed.total} was billed in the last 90 days. ]One number for each month.",
        { hours: 4 },
      ),
      part(
        "Sales",
        7,
        "Say which of {deals.count|open deal} will close: {span}",
        "{deals.total} is open; the largest is {deals.first}.",
        { if: "deals", hours: 3 },
      ),
      part(
        "CFO",
        10,
        "Collect {overdue.total} before {span} is planned",
        "{overdue.count|invoice} {overdue.count?is|are} overdue.",
        { if: "overdue", priority: "medium" },
      ),
      part("Legal", 12, "Decide on {notice.count|contract} that can be ended: {span}", "The first is {notice.first}.", {
        if: "notice",
        priority: "medium",
      }),
      part("CEO", 14, "Agree on three goals: {span}", "Each with a figure, an owner and a day.", {
        hours: 2,
        priority: "medium",
      }),
    ],
    initiative: part("CEO", 14, "Plan for {span}", "Agreed by {by.14}."),
  },
  {
    id: "rows",
    label: "Go through records",
    does: "go through any records one by one",
    takes: "rows",
    examples: said(`
      Go through the open deals one by one | Review the largest customers | Check the invoices over 5,000
      Look at every vendor we pay more than 10,000 | Call the customers in the north | Thank our best customers
      Visit the ten largest customers | Talk to the people who joined this year | Inform all active customers
      Invite the customers who have been with us since 2020 | Update the customers without an email address
      Look at the tickets of one colleague | Go through the customers who owe more than 1,000
      Check all contracts with the supplier | Look at the jobs of one foreman and suggest something
      Review every invoice of last month
    `),
    line: ["{rows.count} {rows.noun} {rows.count?fits|fit}[, {rows.total} in all]."],
    tasks: [part("Operations", 2, "{verb} {row}", "{facts}.", { each: "rows", most: 5 })],
  },
];

/** What it is asked for and cannot do, recognized like a plan. */
export const refused: readonly { id: string; cannot: string; examples: readonly string[]; nearest: string }[] = [
  {
    id: "money",
    cannot: "I cannot move money",
    nearest: "bills",
    examples: said(`
      Transfer £5,000 to my account | Send money to the landlord | Wire the salary to the employees
      Pay out the bonus | Buy shares of Apple tomorrow | Withdraw cash
    `),
  },
  {
    id: "buying",
    cannot: "I cannot buy or book anything",
    nearest: "offers",
    examples: said(`
      Book a flight to Berlin for Tuesday | Order more coffee for the kitchen | Hire a car for the weekend
      Buy a new printer | Reserve a table for six | Send flowers to my mother | Order spare parts
      Order 60 m2 of tiles for a job | Buy materials for the site
    `),
  },
  {
    id: "deleting",
    cannot: "I cannot delete records or people's access by a command",
    nearest: "audit",
    examples: said(`
      Delete all customers from the database | Remove the old invoices | Erase the records
      Retrieve the payment password | Reset the password
    `),
  },
  {
    id: "people",
    cannot: "I cannot dismiss anybody or judge people",
    nearest: "workload",
    examples: said(`
      Fire the marketing director | Start a round of layoffs | Dismiss the driver | Find the employee who stole cash
      Give everyone a raise
    `),
  },
  {
    id: "texts",
    cannot: "I cannot write, design or translate that without a language model",
    nearest: "meeting",
    examples: said(`
      Write a poem about our company | Translate the website into French | Design a new logo for us
      Prepare slides about our customers | Tell me a joke about accountants | Prepare an offer for the customer
      Prepare an invoice for the customer | Write a blog post | Sing happy birthday to Owen
    `),
  },
  {
    id: "calendar",
    cannot: "I have no calendar",
    nearest: "meeting",
    examples: said(`
      Move the meeting to Thursday morning | Schedule a call with the team | Cancel my appointment tomorrow
      Put the dentist into my calendar | Remind me to call my wife
    `),
  },
  {
    id: "hands",
    cannot: "I cannot do that",
    nearest: "rows",
    examples: said(`
      Paint the office walls blue | Water the plants on the third floor | Count the chairs in the meeting room
      Clean the kitchen | Repair the coffee machine | Put the drone up and photograph the roof
      Drive to the customer and pick up the parts | Take photos of the shop | Install the new router
      Introduce a new CRM system for sales | Run a customer satisfaction survey | Start a customer advisory board
      Find new customers in Scotland | The weather is nice in London today
    `),
  },
  {
    id: "rules",
    cannot: "I keep no standing rules that a command sets",
    nearest: "receivables",
    examples: said(`
      Warn me whenever a customer goes over 15,000 unpaid | Alert me when stock is low | Send me a report every Monday
      Notify me if a bill is over 5,000 | Tell me as soon as a customer pays | From now on always check every invoice
    `),
  },
  {
    id: "filing",
    cannot: "I cannot file, sign or register anything with an authority",
    nearest: "books",
    examples: said(`
      File our VAT return for the September quarter | Submit the tax return to the tax office | Register the company
      Sign the contract for me | Apply for the building permit | Declare the sales tax
    `),
  },
];
