import { renderToStaticMarkup } from "react-dom/server";
import { about } from "./about.tsx";
import { scheduleDemo, watchDemo } from "./demo.tsx";
import { enterprise } from "./enterprise.tsx";
import { features } from "./features.tsx";
import { type Assets, VisitorDocument } from "./frame.tsx";
import { home } from "./home.tsx";
import { howItWorks } from "./how-it-works.tsx";
import { notFound } from "./not-found.tsx";
import { privacy } from "./privacy.tsx";
import { terms } from "./terms.tsx";
import { trust } from "./trust.tsx";

const pages = [home, about, features, howItWorks, enterprise, trust, privacy, terms, watchDemo, scheduleDemo, notFound];

/** Every page for visitors as HTML; the server fills in the operator's statements. */
export const renderVisitorPages = (assets: Assets): { name: string; html: string }[] =>
  pages.map((page) => ({
    name: page.name,
    html: `<!doctype html>${renderToStaticMarkup(<VisitorDocument page={page} assets={assets} />)}`,
  }));
