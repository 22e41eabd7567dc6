import { playbooksIn } from "./written.ts";

export const customers = playbooksIn(`
churn: Keep customers
  does keep customers who may leave
  for keep: unhappy customer *; sort: unhappy; check: unhappy; lower: unhappy; answer: unhappy
  > Keep the customers who are about to leave | Reduce churn | Retain our largest customers
  > Stop customers from leaving | Save the accounts that are at risk | Find the customers who are about to quit
  > Do something about unhappy customers | Prevent clients from cancelling | Win over the dissatisfied customers
  > Rescue the accounts that are not satisfied
  > Keep the customer from leaving us | Make sure the customer stays with us | Check who is likely to leave and act
  > Stop losing members
  read kept = customers, view kept, first, 100
  read unhappy = customers, view kept, satisfaction atMost 5, first, 100
  read quiet = customers, view quiet, lastContactOn known, on lastContactOn, first, 100
  none No customer is active or paused, so none can leave.
  say Of {kept.count|customer}, {quiet.count} {quiet.count?was|were} not contacted for 60 days[ and {unhappy.count} rated you 5 of 10 or less].
  say The plan calls {unhappy.names} first.
  task Customer Success +1, each unhappy, most 2
    Call {name} about what is missing
    Satisfaction {satisfaction} of 10[, last contact {late.lastContactOn|day} ago].
  task Customer Success +2, each quiet
    Call {name} about what is missing
    Last contact {late.lastContactOn|day} ago[, satisfaction {satisfaction} of 10].
  goal Customer Success +45
    Keep {kept.count|customer}
    {quiet.count|customer} not contacted for 60 days on {today}.
  advise Contact
    Call every customer at least every 60 days
    Not contacted for longer: {quiet.count|customer}.

callback: Call customers
  does call customers you have not heard from
  for call: customer supplier
  > Call back the customers we have not spoken to for a while | Get in touch with quiet customers
  > Check in with clients we have neglected | Ring customers who have gone silent
  > Contact the customers nobody has talked to | Reconnect with old clients | Phone the customer back
  > Call our regulars who have not been in touch | Write to customers we have not heard from in months
  > Touch base with customers | Call the customer | Call the customers in the north | Ring everyone who has not ordered for a while
  > Give the customer a call back | Call customers who have not bought since summer
  > Get back in touch with people we have not seen lately | Contact everyone we have not heard from
  > Phone all customers without an order this year
  read quiet = customers, view quiet, lastContactOn known, named view kept, on lastContactOn, first, 100
  read all = customers, view kept, isWhole, first, 100
  none No customer is without a contact for 60 days. There is no one to call.
  say {quiet.count|customer} {quiet.count?was|were} not contacted for 60 days, of {all.count|active or paused customer}.
  say The plan calls {quiet.names}.
  task Customer Success +1, each quiet, most 5
    Call {name}
    Last contact {late.lastContactOn|day} ago[, satisfaction {satisfaction} of 10].
  goal Customer Success +30
    Speak with {quiet.count|quiet customer}
    None of them was contacted for 60 days on {today}.

winback: Win customers back
  does win back customers who left
  for regain: former customer supplier *; call: former; thank: former; follow: former
  > Win back the customers who left | Get lost customers back | Reactivate former clients
  > Bring back customers who cancelled | Make an offer to customers we lost | Regain churned accounts
  > Contact ex-customers and get them to return | Recover the customers who went to a competitor
  > Win back the customers we have lost | Try to get former members to return
  > Get the customer back who stopped buying
  read lost = customers, view churned, first, 100
  read less = invoices, view billed, sum, on issuedOn, by customerName, last 365, with before, fall, 200
  orElse less
  none No customer is marked as lost or bought less than in the year before, so none can be won back.
  say {lost.count|customer} left. The plan starts with {lost.names}.
  say {less.groups|customer} bought less in the last 365 days than in the year before: {less.names}.
  task Sales +2, each lost, most 4
    Ask {name} what would bring them back
    Lost customer[, with you since {since}][, last contact {late.lastContactOn|day} ago].
  task Sales +3, each less, most 4
    Ask {label} what would bring them back
    It bought {fall} less than in the year before[: {value} in the last 365 days].
  goal Sales +60
    Win back customers
    [{lost.count|customer} marked as lost on {today}. ]The first who return show what works.
  propose Sales +7, hours 2
    Make an offer to {lost.count|former customer}
    It goes to customers, so it needs your approval.

meeting: Prepare a meeting
  does prepare a meeting with a customer or vendor
  for brief: meeting customer supplier; plan: meeting
  takes party
  ahead
  > Prepare the meeting with the customer | Get me ready for the call with the client
  > Prep for tomorrow's appointment with the vendor
  > I am seeing the customer on Thursday, put together what I should know | Brief me for the visit to the supplier
  > Put together notes for the review with the client | Gather everything about the customer before we meet
  > Prepare a visit at the customer | Make a briefing for the negotiation with the supplier
  > Prepare the quarterly review with the account | Prepare my meeting with the customer
  > Get me ready for the meeting with the supplier | Put together a briefing on the customer for my visit
  > I have a call with the client tomorrow, prepare me | Make notes for the talk with the bank
  > Prepare the board meeting | Pull together what we know about the customer for the meeting
  > Set me up for my appointment with the supplier
  read invoices = invoices, view receivable, sum, on dueOn, first
  read bills = invoices, view payable, sum, on dueOn, first
  read contracts = contracts, view inForce, noticeBy isNot 1900-01-01, first
  read deals = deals, view open, sum
  read tickets = tickets, view open, number isNot –, on openedOn, first
  read billed = invoices, view billed, sum, on issuedOn, last 365, with before
  read paid = invoices, view bills, sum, on issuedOn, last 365, with before
  read history = tickets, number isNot –, on openedOn, last 365, first
  read jobs = contracts, sum, on startsOn, last 365, with before
  say You billed {party} {billed.total} in the last 365 days[, {billed.before} in the year before].
  say {party} billed you {paid.total} in the last 365 days[, {paid.before} in the year before].
  say {jobs.count|contract} of the last 365 days[ worth {jobs.total}][, {jobs.before} in the year before].
  say {history.count|ticket} in the last 365 days: {history.numbers}.
  say Open with {party}:
  say {invoices.count|invoice} worth {invoices.total};
  say {bills.count|bill} worth {bills.total};
  say {contracts.count|contract} in force;
  say {deals.count|deal} worth {deals.total};
  say {tickets.count|ticket};
  say one page is written for the meeting.
  task CFO +1, if invoices
    Bring the list of {invoices.count|open invoice} of {party}
    {invoices.total} is open: {invoices.numbers}[, the oldest {invoices.oldest|day} overdue].
  task CFO +1, if bills
    Bring the list of {bills.count|open bill} of {party}
    {bills.total} is to be paid.
  task Legal +1, each contracts, most 1
    Sum up {title} with {party}
    [{yearlyValue} a year; ]it ends on {endsOn}[, notice by {noticeBy}].
  task Sales +1, if deals
    Sum up {deals.count|open deal} with {party}
    {deals.total} is open; the largest is {deals.first}.
  task Customer Success +1, if tickets
    Sum up {tickets.count|open ticket} of {party}
    The oldest is {tickets.first}.
  task CEO +1, priority medium
    Write one page for the meeting with {party}
    What was agreed, what is open, what you want from the meeting.

account: Sort out a customer or vendor
  does sort out everything that is open with a customer or vendor
  for sort: customer supplier; answer: supplier
  takes party
  ahead
  > Get the customer under control | Sort out the customer | Deal with the supplier | Take care of the account
  > Clear up everything with the customer | Do something about the customer | Get things straight with the supplier
  > Look after the customer | Bring order into our business with the customer
  read overdue = invoices, view overdue, sum, on dueOn, first
  read invoices = invoices, view receivable, sum, on dueOn, first
  read bills = invoices, view payable, sum, on dueOn, first
  read contracts = contracts, view inForce, noticeBy isNot 1900-01-01, first
  read deals = deals, view open, sum
  read tickets = tickets, view open, number isNot –, on openedOn, first
  read history = tickets, on openedOn, last 365, by title, count, 100
  read billed = invoices, view billed, sum, on issuedOn, last 365, with before
  say You billed {party} {billed.total} in the last 365 days[, {billed.before} in the year before].
  say Tickets of the last 365 days: {history.list}.
  say Open with {party}:
  say {invoices.count|invoice} worth {invoices.total}[, {overdue.total} of it overdue];
  say {bills.count|bill} worth {bills.total};
  say {contracts.count|contract} in force;
  say {deals.count|deal} worth {deals.total};
  say {tickets.count|ticket};
  say each point gets a task.
  task CFO +1, if overdue
    Agree with {party} when {overdue.total} is paid
    {overdue.numbers}: {overdue.count|overdue invoice}, the oldest {overdue.oldest|day} overdue. Days of payment or a plan, in writing.
  task CFO +2, if bills
    Settle {bills.count|open bill} of {party}
    {bills.total} is to be paid: {bills.numbers}.
  task Customer Success +2, each tickets, most 2
    Settle [{number} ]for {party}: {title}
    Open since {openedOn}.
  task Legal +3, each contracts, most 1
    Check {title} with {party}
    [{yearlyValue} a year; ]it ends on {endsOn}[, notice by {noticeBy}].
  task Sales +4, if deals
    Decide how {deals.count|open deal} with {party} {deals.count?goes|go} on
    {deals.total} is open; the largest is {deals.first}.
  task Operations +3, if history, hours 2
    Find out what keeps going wrong at {party}
    Tickets of the last 365 days: {history.list}.
  goal CEO +21
    Settle everything open with {party}
    [{overdue.total} overdue ]on {today}.

onboarding: Onboard customers
  does onboard new customers
  for welcome: customer; plan: onboarding
  > Onboard the customers we won in the last 30 days | Welcome our new customers
  > Organize the kick-off with new clients | Get our new accounts started | Improve customer onboarding
  > Make sure new clients get a good start | Set up the customers who just signed
  > Introduce new customers to the team | Get the new customer set up | Give the customer we just won a proper start
  read won = deals, view won, sum, on closedOn, last 30, isFirst, 200
  none No deal was won with a new customer in that time, so there is no one to onboard.
  say You won {won.count|deal} worth {won.total} {won.when} from {won.parties|new customer}. The plan starts with {won.whose}.
  say {won.repeats|deal} {won.repeats?is|are} left out: renewals, expansions and customers who bought before.
  say The other {won.unseen|deal} {won.unseen?was|were} not looked at one by one.
  task Customer Success +3, each won, most 4, hours 2
    Hold the kick-off with {party}
    {name}, {amount}, won on {closedOn}.
  goal Customer Success +45
    Onboard {won.parties|new customer}
    Deals worth {won.total}, won {won.when}.
  advise Contact
    Call each new customer after two weeks
    Early questions that stay open are a common reason to leave.
  propose Customer Success +2, hours 2
    Send a welcome message to {won.parties|new customer}
    It goes to customers, so it needs your approval.

deals: Follow up deals
  does follow up open deals and quotes
  still lastActivityOn
  for follow: deal; collect: deal; call: deal; answer: deal; sort: deal; sign: deal
  > Follow up on open quotes | Chase the offers nobody has answered | Push the deals that are stuck
  > Close the open deals | Move our pipeline forward | Get an answer on the proposals we sent | Follow up with leads
  > Work the biggest opportunities | Win the deals that close this month | Nudge prospects who have gone quiet
  > Turn open proposals into orders | Get the deal signed before the end of the month
  > Follow up on quotes that went nowhere | Get the quote over the line | Chase our estimates that are still open
  > Ask the people we quoted whether they want to go ahead | Call about the quotations that are about to lapse
  > Get decisions on our tenders | Chase up the prospects
  read open = deals, view open, sum, 100
  read stale = deals, view stale, sum
  read slipped = deals, view slipped, sum
  none No deal is open. There is nothing to follow up.
  say {open.count|deal}[ worth {open.total}] {open.count?is|are} open.
  say {stale.count} of them did not move for too long.
  say {slipped.count} {slipped.count?is|are} past the close date.
  say The plan starts with {order}.
  task Sales +1, each open, most 5
    Follow up on {name}[ with {customerName}]
    [{amount}, ]stage {stage}[, last activity {late.lastActivityOn|day} ago][, to close by {expectedCloseOn}][; next step: {nextStep}].
  goal Sales +30
    Decide {open.count|open deal}
    [{open.total} ]on {today}.
  advise Pipeline
    Give every deal a next step and a day
    {slipped.count|deal} {slipped.count?is|are} past the close date.

sales-why: Find out why sales changed
  does find out why sales changed
  for why: sales period
  > Find out why revenue fell | Investigate why sales dropped last month | Find the reason for the drop in turnover
  > Analyse why we sold less | Work out what is behind the fall in revenue | Get to the bottom of the weak month
  > Look into why customers buy less | Understand why our income is down
  > Find out which customers bought less than before | Explain the drop in sales
  > Find out why February went so badly | Find out why the month was so weak | Dig into why business was slow
  > Why did sales collapse? Dig into it | Look into the bad quarter | Find out what went wrong last month
  > Find out why we earned less | Find out why our margin shrank
  read billed = invoices, view billed, sum, on issuedOn, this month, with before
  read customers = invoices, view billed, sum, on issuedOn, by customerName, this month, with before, fall, 200
  read lost = deals, view lost, sum, on closedOn, last 90
  read won = deals, view won, sum, on closedOn, in span
  read wonBefore = deals, view won, sum, on closedOn, span before
  read offered = deals, sum, on openedOn, in span
  read offeredBefore = deals, sum, on openedOn, span before
  read started = contracts, sum, on startsOn, in span
  read startedBefore = contracts, sum, on startsOn, span before
  read spent = invoices, view bills, sum, on issuedOn, in span
  read spentBefore = invoices, view bills, sum, on issuedOn, span before
  none No invoice was issued in that time, so the reason cannot be looked for.
  say You billed {billed.total} {billed.when}, {billed.previous} in the time before.
  say So more was billed than before, by {billed.rose}: look at the other figures for what went badly.
  say {customers.names} bought less than before.
  say Contracts started: {started.none} worth {started.total0}, {startedBefore.count} worth {startedBefore.total} a year before.
  say Deals opened: {offered.none} worth {offered.total0}, {offeredBefore.count} worth {offeredBefore.total} a year before.
  say Deals won: {won.none} worth {won.total0}, {wonBefore.count} worth {wonBefore.total} a year before.
  say Bills: {spent.total}, {spentBefore.total} a year before.
  say What no record holds, such as the weather or staff who were away, is to be asked.
  task Sales +2, each customers
    Ask {label} why it bought {fall} less
    [{value} {billed.when}, ]{before} in the time before.
  task Sales +5, if lost, hours 2, priority medium
    Write down why {lost.count|deal} {lost.count?was|were} lost
    {lost.total} in the last 90 days.
  task CFO +7, hours 2, priority medium
    Report the reasons with their amounts
    {billed.total} was billed {billed.when}, {billed.previous} before.
`);
