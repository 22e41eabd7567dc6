import { playbooksIn } from "./written.ts";

export const records = playbooksIn(`
audit: Audit the records
  does check the records for what is missing or overdue
  for audit: *; check: records; clean: records
  > Audit our contracts and invoices | Check our books before year end | Check that our paperwork is in order
  > Review the records for mistakes | Look for gaps in our data | Find what is missing in our contracts
  > Prepare for the audit | Check our compliance | Clean up the records | Find errors in our records
  > See what is missing in our files
  read contracts = contracts, isWhole
  read invoices = invoices, isWhole
  read unsigned = contracts, view unsigned, sum, first, 100
  read missed = contracts, view missed, sum, on noticeBy, first, 100
  read disputed = invoices, view disputed, sum, isWhole
  read expired = subscriptions, view expired, view ours, on renewsOn, isWhole, first
  none You have no contracts yet, so nothing can be audited.
  say {contracts.count|contract}[ and {invoices.count|invoice}] were checked:
  say {unsigned.count|contract}[ worth {unsigned.total} a year] not signed;
  say {missed.count|contract} past the notice date;
  say {disputed.count|invoice} disputed;
  say {expired.count|service} of your own past the renewal date;
  say each with a task.
  task Legal +5, each unsigned, most 2, hours 2
    Get {title} signed
    With {party}[, {yearlyValue} a year]; no signature is on record.
  task Operations +7, each missed, most 1, priority medium
    Decide whether to keep {title}
    Notice was due on {noticeBy}; the contract still runs.
  task CFO +7, each disputed, most 1, hours 2, priority medium
    Resolve the dispute about {number}
    {party} disputes {openAmount}.
  task CTO +2, each expired, most 1
    Check whether {name} still runs
    It was to renew on {renewsOn}.
  goal Legal +30
    Close the audit findings
    Found on {today}.
  advise Contracts
    Record the signature date of every contract
    {unsigned.count|contract} {unsigned.count?has|have} none.

data: Complete the customer list
  does complete and clean the customer list
  for clean: list customer
  ahead
  > Clean up the customer list | Tidy up our customer data | Find duplicates in the customer list
  > Complete the contact details of our customers | Sort out the address list | Get our contacts in order
  > Remove double entries from our contacts | Bring the member list up to date
  > Update the customers without an email address
  read all = customers, isWhole
  read mailless = customers, email unknown, first
  read phoneless = customers, phone unknown, first
  read twins = customers, areTwins, first, 200
  none You have no customers yet, so there is no list to clean.
  say {all.count|customer} {all.count?is|are} on the list.
  say {twins.count|name} {twins.count?looks|look} like another: {twins.names}.
  say The names of {twins.unseen|more customer} were not compared.
  say {mailless.count} have no email address[ and {phoneless.count} no phone number].
  say Nothing is merged or removed before you say so.
  task Operations +2, each twins, most 2
    Check whether {name} are one customer
    The names differ in a letter or two. Merge them only if address and history agree.
  task Customer Success +5, if mailless, hours 2
    Get the email address of {mailless.count|customer}
    First {mailless.names}.
  task Customer Success +7, if phoneless, hours 2
    Get the phone number of {phoneless.count|customer}
    First {phoneless.names}.
  task Operations +9, priority low
    Mark customers who no longer buy
    A list without them shows who is worth a call.

period: Plan a period
  does plan a week, month, quarter or year
  for plan: period; prepare: plan
  ahead
  > Plan the next quarter | Make a plan for next year | Prepare the plan for the coming months
  > Set the goals for next quarter | What should we do next month: make a plan | Set our priorities for the week
  > Prepare the budget for next year | Put together our plan for the second half of the year
  > Plan the spring quarter for the teams | Map out the first quarter for us | Plan the coming season
  > Plan the summer | Make a plan for January to March | Plan December | Get us organised for the next three months
  > Set targets for the year
  read deals = deals, view open, sum, isWhole
  read overdue = invoices, view overdue, sum, isWhole
  read notice = contracts, view notice90, endsOn known, noticeBy isNot 1900-01-01, sum, on noticeBy, isWhole, first, 100
  read bills = invoices, view bills, sum, last 90, isWhole
  read billed = invoices, view billed, sum, last 90, isWhole
  read tickets = tickets, view open, isWhole
  read billedBefore = invoices, view billed, sum, on issuedOn, isWhole, span before
  read spentBefore = invoices, view bills, sum, on issuedOn, isWhole, span before
  read starting = contracts, sum, on startsOn, isWhole, in span
  read startedBefore = contracts, sum, on startsOn, isWhole, span before
  read team = people, view active, isWhole
  say The plan for {span} starts from what there is.
  say In the same time a year before you billed {billedBefore.total}[ and received bills of {spentBefore.total}].
  say {starting.count|contract}[ worth {starting.total}] {starting.count?starts|start} in that time so far[; {startedBefore.count} worth {startedBefore.total} did a year before].
  say You billed {billed.total} in the last 90 days[ and received bills of {bills.total}].
  say {deals.count|deal} worth {deals.total} {deals.count?is|are} open.
  say {overdue.total} is overdue.
  say {notice.count|contract} {notice.count?needs|need} a decision within 90 days.
  task CFO +7, hours 4
    Set the targets for revenue and costs: {span}
    [{billedBefore.total} was billed in the same time a year before. ][{billed.total} was billed in the last 90 days. ]One number for each month.
  task Sales +7, if deals, hours 3
    Say which of {deals.count|open deal} will close: {span}
    {deals.total} is open; the largest is {deals.first}.
  task Operations +7, if startedBefore, hours 3
    Match the team to the work: {span}
    [{startedBefore.count|contract} worth {startedBefore.total} started in the same time a year before; ][{starting.count} worth {starting.total} {starting.count?starts|start} so far; ]{team.count|person is|people are} on record. Holidays and gaps are assumed as they are today.
  task CFO +10, if overdue, priority medium
    Collect {overdue.total} before {span} is planned
    {overdue.count|invoice} {overdue.count?is|are} overdue.
  task Legal +12, if notice, priority medium
    Decide on {notice.count|contract} that can be ended: {span}
    The first is {notice.first}.
  task CEO +14, hours 2, priority medium
    Agree on three goals: {span}
    Each with a figure, an owner and a day.
  goal CEO +14
    Plan for {span}
    Agreed by {by.14}.

letter: Choose who gets a letter
  does list the customers who get a letter or card, and draft it
  for check: mailing; write: mailing; thank: mailing; call: mailing; brief: mailing; plan: mailing
  ahead
  > Make a list of who gets the Christmas letter | Who should get our summer card? Make a list
  > Choose the customers for the mailing and draft the text | Send New Year greetings to our customers
  > Pick the clients we invite to the anniversary and write the invitation | Write the holiday card to our customers
  read active = invoices, view billed, sum, on issuedOn, by customerName, last 730, 100
  read lost = customers, view churned, isWhole, first
  read mailless = customers, view kept, email unknown, isWhole, first
  none No customer was billed in the last 730 days, so there is no list to make.
  say The list: {active.groups|customer} you billed in the last 730 days, {active.names} first. Who was not billed since then is left out.
  say {lost.count|customer} marked as lost {lost.count?is|are} left out: {lost.names}.
  say {mailless.count|customer} {mailless.count?has|have} no email address on record.
  task Customer Success +2, hours 2
    Check the list of {active.groups|customer}
    {active.list}.
  task CMO +4, hours 2
    Draft the text
    One text, with a line of their own for {active.names}.
  task Customer Success +5, if mailless
    Get the address of {mailless.count|customer}
    {mailless.names}.
  propose CMO +7
    Send it to {active.groups|customer}
    It goes to customers, so it needs your approval.

tickets-why: Find out why customers complain
  does find out why customers complain or report faults
  for why: ticket
  noun tickets
  > Find out why customers complain | Look into the complaints about delivery | Investigate why so many repairs come back
  > Work out why we get so many requests | Explain the rise in tickets | Get to the bottom of the callbacks
  read recent = tickets, on openedOn, last 180, with before
  read titles = tickets, on openedOn, last 365, by title, count, 100
  read owners = tickets, on openedOn, last 365, ownerName known, by ownerName, count, 20
  read customers = tickets, on openedOn, last 365, customerName known, by customerName, count, 100
  none No such ticket was opened in the last 180 days, so the reason cannot be looked for.
  say {recent.count|such ticket} {recent.count?was|were} opened in the last 180 days[, {recent.before} in the 180 days before].
  say In the last 365 days they were about: {titles.list}.
  say They were with: {owners.list}.
  task Operations +2, each titles, hours 2
    Find the cause of "{label}"
    {rows|ticket} in the last 365 days.
  task Customer Success +3, if customers
    Ask {customers.first} what went wrong
    It reported the most in the last 365 days: {customers.list}.
  task Operations +7, hours 2, priority medium
    Report the causes, with a measure for each
    The tickets do not state causes: dates, staff and changes have to be compared with them.

watch: Check what is over a limit
  does list who owes more than an amount today, and check again each week
  for warn: limit
  ahead
  noun invoices
  > Warn me whenever a customer owes more than 15,000 | Keep an eye on customers who owe more than 2,000
  > Alert me if somebody has more than 5,000 unpaid | Watch the balances over 10,000
  > Tell me as soon as a customer is above 3,000 outstanding | Monitor who goes over a credit of 8,000
  read owed = invoices, view receivable, sum, on dueOn, isWhole, by customerName, isOver, 100
  none No customer owes money today.
  say I keep no rule that warns by itself. Above {amount} today: {owed.list}.
  task CFO +7
    Check again who owes more than {amount}, and tell the person who asked
    I keep no rule that warns by itself, so this is checked each week.[ Above it today: {owed.list}.]
  task CFO +2, each owed, most 4
    Decide how to go on with {label}, who owes {value}
    {rows|open invoice}, above {amount}.

rows: Go through records
  does go through any records one by one
  for check: customer deal debt contract ticket supplier bill; thank: customer supplier deal contract
  takes rows
  > Go through the open deals one by one | Review the largest customers | Check the invoices over 5,000
  > Look at every vendor we pay more than 10,000 | Thank our best customers
  > Visit the ten largest customers | Talk to the people who joined this year | Inform all active customers
  > Invite the customers who have been with us since 2020
  > Look at the tickets of one colleague | Go through the customers who owe more than 1,000
  > Check all contracts with the supplier | Look at the jobs of one foreman and suggest something
  > Review every invoice of last month
  say {rows.count} {rows.noun} {rows.count?fits|fit}[, {rows.total} in all].
  task Operations +2, each rows, most 5
    {verb} {row}
    {facts}.
`);
