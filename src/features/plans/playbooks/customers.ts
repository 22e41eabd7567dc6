import { advice, part, is, known, type Playbook, type Read, said, shows, view } from "./playbook.ts";

const list: Read = { subject: "customers", order: "first", limit: 100 };
const month = { kind: "last", count: 30, unit: "day" } as const;

export const customers: readonly Playbook[] = [
  {
    id: "churn",
    label: "Keep customers",
    does: "keep customers who may leave",
    examples: said(`
      Keep the customers who are about to leave | Reduce churn | Retain our largest customers
      Stop customers from leaving | Save the accounts that are at risk | Find the customers who are about to quit
      Do something about unhappy customers | Prevent clients from cancelling | Win over the dissatisfied customers
      Look after the customers who complain | Rescue the accounts that are not satisfied
      Keep the customer from leaving us | Make sure the customer stays with us | Check who is likely to leave and act
      Stop losing members
    `),
    reads: {
      kept: { ...list, filters: [view("kept")] },
      unhappy: { ...list, filters: [view("kept"), { field: "satisfaction", test: "atMost", values: [5] }] },
      quiet: { ...list, filters: [view("quiet"), known("lastContactOn")], day: "lastContactOn" },
    },
    none: "No customer is active or paused, so none can leave.",
    line: [
      "Of {kept.count|customer}, {quiet.count} {quiet.count?was|were} not contacted for 60 days[ and {unhappy.count} rated you 5 of 10 or less].",
      " The plan calls {unhappy.names} first.",
    ],
    tasks: [
      part(
        "Customer Success",
        1,
        "Call {name} about what is missing",
        "Satisfaction {satisfaction} of 10[, last contact {late.lastContactOn|day} ago].",
        { each: "unhappy", most: 2 },
      ),
      part(
        "Customer Success",
        2,
        "Call {name} about what is missing",
        "Last contact {late.lastContactOn|day} ago[, satisfaction {satisfaction} of 10].",
        { each: "quiet" },
      ),
    ],
    initiative: part(
      "Customer Success",
      45,
      "Keep {kept.count|customer}",
      "{quiet.count|customer} not contacted for 60 days on {today}.",
    ),
    advice: [
      advice(
        "Contact",
        "Call every customer at least every 60 days",
        "Not contacted for longer: {quiet.count|customer}.",
      ),
    ],
  },
  {
    id: "callback",
    label: "Call customers",
    does: "call customers you have not heard from",
    examples: said(`
      Call back the customers we have not spoken to for a while | Get in touch with quiet customers
      Check in with clients we have neglected | Ring customers who have gone silent
      Contact the customers nobody has talked to | Reconnect with old clients | Phone the customer back
      Call our regulars who have not been in touch | Write to customers we have not heard from in months
      Touch base with customers | Call the customer | Ring everyone who has not ordered for a while
      Give the customer a call back | Call customers who have not bought since summer
      Get back in touch with people we have not seen lately | Contact everyone we have not heard from
      Phone all customers without an order this year
    `),
    reads: {
      quiet: { ...list, filters: [view("quiet"), known("lastContactOn")], named: [view("kept")], day: "lastContactOn" },
      all: { ...list, filters: [view("kept")], isWhole: true },
    },
    none: "No customer is without a contact for 60 days. There is no one to call.",
    line: [
      "{quiet.count|customer} {quiet.count?was|were} not contacted for 60 days, of {all.count|active or paused customer}.",
      " The plan calls {quiet.names}.",
    ],
    tasks: [
      part(
        "Customer Success",
        1,
        "Call {name}",
        "Last contact {late.lastContactOn|day} ago[, satisfaction {satisfaction} of 10].",
        { each: "quiet", most: 5 },
      ),
    ],
    initiative: part(
      "Customer Success",
      30,
      "Speak with {quiet.count|quiet customer}",
      "None of them was contacted for 60 days on {today}.",
    ),
  },
  {
    id: "winback",
    label: "Win customers back",
    does: "win back customers who left",
    examples: said(`
      Win back the customers who left | Get lost customers back | Reactivate former clients
      Bring back customers who cancelled | Make an offer to customers we lost | Regain churned accounts
      Contact ex-customers and get them to return | Recover the customers who went to a competitor
      Win back the customers we have lost | Try to get former members to return
      Get the customer back who stopped buying
    `),
    reads: {
      lost: { ...list, filters: [view("churned")] },
      less: {
        subject: "invoices",
        filters: [view("billed")],
        measure: { of: "sum" },
        day: "issuedOn",
        period: { kind: "last", count: 365, unit: "day" },
        compare: "previous",
        groupBy: { field: "customerName" },
        limit: 200,
        by: "fall",
      },
    },
    orElse: "less",
    none: "No customer is marked as lost or bought less than in the year before, so none can be won back.",
    line: [
      "{lost.count|customer} left. The plan starts with {lost.names}.",
      " {less.groups|customer} bought less in the last 365 days than in the year before: {less.names}.",
    ],
    tasks: [
      part(
        "Sales",
        2,
        "Ask {name} what would bring them back",
        "Lost customer[, with you since {since}][, last contact {late.lastContactOn|day} ago].",
        { each: "lost", most: 4 },
      ),
      part(
        "Sales",
        3,
        "Ask {label} what would bring them back",
        "It bought {fall} less than in the year before[: {value} in the last 365 days].",
        { each: "less", most: 4 },
      ),
    ],
    initiative: part(
      "Sales",
      60,
      "Win back customers",
      "[{lost.count|customer} marked as lost on {today}. ]The first who return show what works.",
    ),
    proposals: [
      part(
        "Sales",
        7,
        "Make an offer to {lost.count|former customer}",
        "It goes to customers, so it needs your approval.",
        { hours: 2 },
      ),
    ],
  },
  {
    id: "meeting",
    label: "Prepare a meeting",
    does: "prepare a meeting with a customer or vendor",
    examples: said(`
      Prepare the meeting with the customer | Get me ready for the call with the client
      Prep for tomorrow's appointment with the vendor
      I am seeing the customer on Thursday, put together what I should know | Brief me for the visit to the supplier
      Put together notes for the review with the client | Gather everything about the customer before we meet
      Prepare a visit at the customer | Make a briefing for the negotiation with the supplier
      Prepare the quarterly review with the account | Prepare my meeting with the customer
      Get me ready for the meeting with the supplier | Put together a briefing on the customer for my visit
      I have a call with the client tomorrow, prepare me | Make notes for the talk with the bank
      Prepare the board meeting | Pull together what we know about the customer for the meeting
      Set me up for my appointment with the supplier
    `),
    takes: "party",
    isAhead: true,
    reads: {
      invoices: {
        subject: "invoices",
        filters: [view("receivable")],
        measure: { of: "sum" },
        day: "dueOn",
        order: "first",
      },
      bills: { subject: "invoices", filters: [view("payable")], measure: { of: "sum" }, day: "dueOn", order: "first" },
      contracts: { subject: "contracts", filters: [view("inForce"), shows("noticeBy", "1900-01-01")], order: "first" },
      deals: { subject: "deals", filters: [view("open")], measure: { of: "sum" } },
      tickets: { subject: "tickets", filters: [view("open"), shows("number")], day: "openedOn", order: "first" },
    },
    line: [
      "Open with {party}:",
      " {invoices.count|invoice} worth {invoices.total};",
      " {bills.count|bill} worth {bills.total};",
      " {contracts.count|contract} in force;",
      " {deals.count|deal} worth {deals.total};",
      " {tickets.count|ticket};",
      " one page is written for the meeting.",
    ],
    tasks: [
      part(
        "CFO",
        1,
        "Bring the list of {invoices.count|open invoice} of {party}",
        "{invoices.total} is open: {invoices.numbers}[, the oldest {invoices.oldest|day} overdue].",
        { if: "invoices" },
      ),
      part("CFO", 1, "Bring the list of {bills.count|open bill} of {party}", "{bills.total} is to be paid.", {
        if: "bills",
      }),
      part(
        "Legal",
        1,
        "Sum up {title} with {party}",
        "[{yearlyValue} a year; ]it ends on {endsOn}[, notice by {noticeBy}].",
        { each: "contracts", most: 1 },
      ),
      part(
        "Sales",
        1,
        "Sum up {deals.count|open deal} with {party}",
        "{deals.total} is open; the largest is {deals.first}.",
        { if: "deals" },
      ),
      part("Customer Success", 1, "Sum up {tickets.count|open ticket} of {party}", "The oldest is {tickets.first}.", {
        if: "tickets",
      }),
      part(
        "CEO",
        1,
        "Write one page for the meeting with {party}",
        "What was agreed, what is open, what you want from the meeting.",
        { priority: "medium" },
      ),
    ],
  },
  {
    id: "account",
    label: "Sort out a customer or vendor",
    does: "sort out everything that is open with a customer or vendor",
    examples: said(`
      Get the customer under control | Sort out the customer | Deal with the supplier | Take care of the account
      Clear up everything with the customer | Do something about the customer | Get things straight with the supplier
      Look after the customer | Bring order into our business with the customer
    `),
    takes: "party",
    isAhead: true,
    reads: {
      overdue: {
        subject: "invoices",
        filters: [view("overdue")],
        measure: { of: "sum" },
        day: "dueOn",
        order: "first",
      },
      invoices: {
        subject: "invoices",
        filters: [view("receivable")],
        measure: { of: "sum" },
        day: "dueOn",
        order: "first",
      },
      bills: { subject: "invoices", filters: [view("payable")], measure: { of: "sum" }, day: "dueOn", order: "first" },
      contracts: { subject: "contracts", filters: [view("inForce"), shows("noticeBy", "1900-01-01")], order: "first" },
      deals: { subject: "deals", filters: [view("open")], measure: { of: "sum" } },
      tickets: { subject: "tickets", filters: [view("open"), shows("number")], day: "openedOn", order: "first" },
    },
    line: [
      "Open with {party}:",
      " {invoices.count|invoice} worth {invoices.total}[, {overdue.total} of it overdue];",
      " {bills.count|bill} worth {bills.total};",
      " {contracts.count|contract} in force;",
      " {deals.count|deal} worth {deals.total};",
      " {tickets.count|ticket};",
      " each point gets a task.",
    ],
    tasks: [
      part(
        "CFO",
        1,
        "Agree with {party} when {overdue.total} is paid",
        "{overdue.numbers}: {overdue.count|overdue invoice}, the oldest {overdue.oldest|day} overdue. Days of payment or a plan, in writing.",
        { if: "overdue" },
      ),
      part("CFO", 2, "Settle {bills.count|open bill} of {party}", "{bills.total} is to be paid: {bills.numbers}.", {
        if: "bills",
      }),
      part("Customer Success", 2, "Settle [{number} ]for {party}: {title}", "Open since {openedOn}.", {
        each: "tickets",
        most: 2,
      }),
      part(
        "Legal",
        3,
        "Check {title} with {party}",
        "[{yearlyValue} a year; ]it ends on {endsOn}[, notice by {noticeBy}].",
        { each: "contracts", most: 1 },
      ),
      part(
        "Sales",
        4,
        "Decide how {deals.count|open deal} with {party} {deals.count?goes|go} on",
        "{deals.total} is open; the largest is {deals.first}.",
        { if: "deals" },
      ),
    ],
    initiative: part("CEO", 21, "Settle everything open with {party}", "[{overdue.total} overdue ]on {today}."),
  },
  {
    id: "onboarding",
    label: "Onboard customers",
    does: "onboard new customers",
    examples: said(`
      Onboard the customers we won in the last 30 days | Welcome our new customers
      Organize the kick-off with new clients | Get our new accounts started | Improve customer onboarding
      Make sure new clients get a good start | Set up the customers who just signed
      Introduce new customers to the team | Get the new customer set up | Give the customer we just won a proper start
    `),
    reads: {
      won: {
        subject: "deals",
        filters: [view("won")],
        day: "closedOn",
        measure: { of: "sum" },
        period: month,
        limit: 200,
        isFirst: true,
      },
    },
    none: "No deal was won with a new customer in that time, so there is no one to onboard.",
    line: [
      "You won {won.count|deal} worth {won.total} {won.when} from {won.parties|new customer}. The plan starts with {won.whose}.",
      " {won.repeats|deal} {won.repeats?is|are} left out: renewals, expansions and customers who bought before.",
      " The other {won.unseen|deal} {won.unseen?was|were} not looked at one by one.",
    ],
    tasks: [
      part("Customer Success", 3, "Hold the kick-off with {party}", "{name}, {amount}, won on {closedOn}.", {
        each: "won",
        most: 4,
        hours: 2,
      }),
    ],
    initiative: part(
      "Customer Success",
      45,
      "Onboard {won.parties|new customer}",
      "Deals worth {won.total}, won {won.when}.",
    ),
    advice: [
      advice(
        "Contact",
        "Call each new customer after two weeks",
        "Early questions that stay open are a common reason to leave.",
      ),
    ],
    proposals: [
      part(
        "Customer Success",
        2,
        "Send a welcome message to {won.parties|new customer}",
        "It goes to customers, so it needs your approval.",
        { hours: 2 },
      ),
    ],
  },
  {
    id: "deals",
    label: "Follow up deals",
    does: "follow up open deals and quotes",
    examples: said(`
      Follow up on open quotes | Chase the offers nobody has answered | Push the deals that are stuck
      Close the open deals | Move our pipeline forward | Get an answer on the proposals we sent | Follow up with leads
      Work the biggest opportunities | Win the deals that close this month | Nudge prospects who have gone quiet
      Turn open proposals into orders | Get the deal signed before the end of the month
      Follow up on quotes that went nowhere | Get the quote over the line | Chase our estimates that are still open
      Ask the people we quoted whether they want to go ahead | Call about the quotations that are about to lapse
      Get decisions on our tenders | Chase up the prospects
    `),
    reads: {
      open: { subject: "deals", filters: [view("open")], measure: { of: "sum" }, limit: 100 },
      stale: { subject: "deals", filters: [view("stale")], measure: { of: "sum" } },
      slipped: { subject: "deals", filters: [view("slipped")], measure: { of: "sum" } },
    },
    none: "No deal is open. There is nothing to follow up.",
    line: [
      "{open.count|deal}[ worth {open.total}] {open.count?is|are} open.",
      " {stale.count} of them did not move for too long.",
      " {slipped.count} {slipped.count?is|are} past the close date.",
      " The plan starts with the largest.",
    ],
    tasks: [
      part(
        "Sales",
        1,
        "Follow up on {name}[ with {customerName}]",
        "[{amount}, ]stage {stage}[, last activity {late.lastActivityOn|day} ago][, to close by {expectedCloseOn}][; next step: {nextStep}].",
        { each: "open", most: 5 },
      ),
    ],
    initiative: part("Sales", 30, "Decide {open.count|open deal}", "[{open.total} ]on {today}."),
    advice: [
      advice(
        "Pipeline",
        "Give every deal a next step and a day",
        "{slipped.count|deal} {slipped.count?is|are} past the close date.",
      ),
    ],
  },
  {
    id: "tickets",
    label: "Answer requests",
    does: "work off open tickets",
    examples: said(`
      Answer the open support tickets | Work through the customer requests | Clear the ticket backlog
      Deal with the complaints | Reply to customers who are waiting for an answer | Get the overdue tickets done
      Sort out the open service cases | Keep the promises we made to customers | Handle the support queue
      Fix what customers reported | Take care of the repair requests | Call back everyone with an open fault
      Get back to people with an open complaint | Sort out the customers with an open problem
      Clear the open jobs in the service list | Get the urgent cases done first
      Deal with the defects that are still open | Take care of open callbacks | Get open repairs sorted
    `),
    reads: {
      open: { subject: "tickets", filters: [view("open"), shows("number")], day: "dueOn", order: "first", limit: 100 },
      late: { subject: "tickets", filters: [view("overdue")] },
    },
    none: "No ticket is open. There is nothing to answer.",
    line: [
      "{open.count|ticket} {open.count?is|are} open.",
      " {late.count} {late.count?is|are} overdue.",
      " The plan starts with {open.first}.",
    ],
    tasks: [
      part(
        "Customer Success",
        1,
        "Answer [{number} ]for {party}: {title}",
        "Opened on {openedOn}[, {late.dueOn|day} overdue][, priority {priority}][, with {ownerName}].",
        { each: "open", most: 5, hours: 2 },
      ),
    ],
    initiative: part("Customer Success", 14, "Close {open.count|open ticket}", "[{late.count} overdue ]on {today}."),
  },
  {
    id: "incident",
    label: "Handle incidents",
    does: "handle open incidents",
    examples: said(`
      Resolve the open incidents | Fix the outage | Investigate the incident | Find out what caused the breakdown
      Get the system running again | Respond to the security breach | Deal with the failure
      Handle last week's incidents
    `),
    reads: {
      open: {
        subject: "tickets",
        filters: [view("incidents"), shows("number")],
        day: "dueOn",
        order: "first",
        limit: 100,
      },
    },
    none: "No incident is open.",
    line: [
      "{open.count|incident} {open.count?is|are} open[, {open.late} overdue], at {open.parties|customer}. The plan resolves {open.first} first, by {by.1}.",
    ],
    tasks: [
      part("CTO", 1, "Resolve [{number} ]for {party}", "{title}; opened on {openedOn}[, {late.dueOn|day} overdue].", {
        each: "open",
        hours: 4,
      }),
      part(
        "Operations",
        7,
        "Write down what caused {open.count|incident}",
        "The oldest has been open since {open.openedOn}.",
        { hours: 3, priority: "medium" },
      ),
    ],
    initiative: part("CTO", 14, "Close {open.count|open incident}", "Open on {today}."),
    advice: [advice("Process", "Name one person on call each week", "{open.count|incident} {open.count?is|are} open.")],
    proposals: [
      part(
        "Customer Success",
        1,
        "Send an update to {open.parties|affected customer}",
        "{open.whose}. Messages go to customers, so they need your approval.",
        { hours: 2 },
      ),
    ],
  },
  {
    id: "launch",
    label: "Launch",
    does: "prepare a launch or a campaign",
    examples: said(`
      Launch a new product line by 1 March | Announce the new website | Open a shop in Leeds
      Introduce the new service | Start a marketing campaign | Plan the spring promotion
      Bring the new collection to market | Prepare a newsletter to our customers | Run a special offer for Christmas
      Roll out the new menu | Advertise our new course | Promote the summer sale
      Run a two-for-one promotion in December | Get the word out about our new service | Plan the opening
      Prepare an open day | Put together a Christmas campaign
    `),
    takes: "anything",
    isAhead: true,
    reads: {
      customers: { subject: "customers", filters: [view("active")], isWhole: true },
      won: {
        subject: "deals",
        filters: [view("won")],
        day: "closedOn",
        period: { kind: "last", count: 180, unit: "day" },
        groupBy: { field: "channel" },
        measure: { of: "sum" },
        isWhole: true,
      },
      requests: { subject: "tickets", filters: [view("open"), is("kind", "request")], isWhole: true },
      vendors: { subject: "vendors", filters: [view("active")], isWhole: true },
    },
    line: [
      "The plan launches {what} by {by.60}.",
      " You have {customers.count} active {customers.count?customer|customers} to offer it to.",
      " Your best channel is {won.first}: it brought {won.top} in the last 180 days.",
    ],
    tasks: [
      part(
        "CMO",
        5,
        "Set the goal and budget: {what}",
        "[{customers.count|active customer} can be offered it. ]Name a figure and a day.",
        { hours: 4 },
      ),
      part(
        "Operations",
        10,
        "Check stock, suppliers and delivery: {what}",
        "[You have {vendors.count|active vendor}. ]What is not ready sets the launch day.",
        { hours: 5 },
      ),
      part(
        "CMO",
        20,
        "Prepare the [{won.first} ]campaign: {what}",
        "[{won.top} came through {won.first} in 180 days. ]One text and one picture for each channel.",
        { hours: 8, priority: "medium" },
      ),
      part("Legal", 15, "Check names, terms and claims: {what}", "Changing them after the launch is expensive.", {
        hours: 3,
        priority: "medium",
      }),
      part(
        "Customer Success",
        25,
        "Prepare answers to customers' questions: {what}",
        "[{requests.count|open request} {requests.count?shows|show} what customers ask for. ]They come on the first day.",
        { hours: 3, priority: "low" },
      ),
    ],
    initiative: part("CMO", 60, "Launch: {what}", "[To {customers.count|active customer} ]by {by.60}."),
    advice: [
      advice(
        "Goal",
        "Decide before the launch what counts as a success",
        "Name a figure and a day, and the figure at which you stop.",
      ),
    ],
    proposals: [
      part("CMO", 30, "Publish: {what}", "What is published is public, so it needs your approval.", { hours: 2 }),
    ],
  },
];
