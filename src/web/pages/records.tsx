import { onDemand } from "#ui/on-demand.ts";
import { Redirect, Route, Switch } from "wouter";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { Loading } from "../shell/loading.tsx";
import { NotFoundPage } from "./not-found.tsx";
import RecordsListPage from "./records-list.tsx";

const RecordPage = onDemand(() => import("./records-one.tsx"), { Waiting: Loading });
const FiguresPage = onDemand(() => import("./records-figures.tsx"), { Waiting: Loading });

const kindOf = (name: string): RecordKind | undefined => recordKinds.find((kind) => kind === name);

export default function RecordsPages() {
  return (
    <Switch>
      <Route path="/records">
        <Redirect to="/records/customers" replace />
      </Route>
      <Route path="/records/figures">
        <FiguresPage />
      </Route>
      <Route path="/records/figures/:name">{({ name }) => <FiguresPage key={name} name={name} />}</Route>
      <Route path="/records/:kind">
        {({ kind: name }) => {
          const kind = kindOf(name);
          return kind ? <RecordsListPage key={kind} kind={kind} /> : <NotFoundPage />;
        }}
      </Route>
      <Route path="/records/:kind/:id">
        {({ kind: name, id }) => {
          const kind = kindOf(name);
          return kind ? <RecordPage key={id} kind={kind} id={id} /> : <NotFoundPage />;
        }}
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
