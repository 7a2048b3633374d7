import { linkColor } from "./colors";

const LIGHT = { page: "#ffffff", ink: "#1c1f23", quiet: "#5b626c", line: "#dfe3e8", link: "#0b5cad" };
const DARK = { page: "#14171a", ink: "#eceff2", quiet: "#a3abb5", line: "#30363d", link: "#7db8f5" };

const STATES = {
  ok: ["#1f7a4d", "#4cc38a"],
  running: ["#0b5cad", "#7db8f5"],
  late: ["#94620a", "#e5a83b"],
  failed: ["#b3261e", "#ff7a70"],
  maintenance: ["#6a4fa3", "#b39ddb"],
  unknown: ["#5b626c", "#a3abb5"],
};

const variables = (colors: typeof LIGHT, shade: 0 | 1, accent: string | null) =>
  [
    ...Object.entries({ ...colors, link: linkColor(accent, colors.page, colors.link) }),
    ...Object.entries(STATES).map(([state, shades]) => [state, shades[shade]]),
  ]
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");

/** The theme in which a preview shows a page. Readers see it in that of their browser. */
export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The media query of what is for the dark theme alone. */
export const darkMedia = (scheme: Scheme | undefined): string =>
  scheme ? { light: "not all", dark: "all" }[scheme] : "(prefers-color-scheme: dark)";

/** The style of a status page: in it, so that a copy on a disk has it too. */
export const pageStyle = (accent: string | null, scheme?: Scheme): string => `
:root{color-scheme:${scheme ?? "light dark"};${variables(LIGHT, 0, accent)}}
@media screen{@media ${darkMedia(scheme)}{:root{${variables(DARK, 1, accent)}}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;border-top:4px solid ${accent ?? "var(--line)"};overflow-wrap:anywhere;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 3rem}
a{color:var(--link)}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.05rem;margin:2rem 0 .25rem}
h3,.list h2{font-size:1rem;font-weight:600;margin:0}
p{margin:.5rem 0}
pre{white-space:pre-wrap}
img{max-height:3rem;max-width:100%;display:block}
.quiet{color:var(--quiet);font-size:.9rem}
.sum{font-size:1.2rem;font-weight:600;margin:0;padding:.75rem 1rem;border:1px solid var(--line);border-left:6px solid var(--state);border-radius:.5rem}
.ok{--state:var(--ok)}.running{--state:var(--running)}.late{--state:var(--late)}.failed{--state:var(--failed)}.maintenance{--state:var(--maintenance)}.unknown{--state:var(--unknown)}
.list,.days{list-style:none;margin:0;padding:0}
.list>li{padding:.75rem 0;border-bottom:1px solid var(--line)}
section>.list:first-child{margin-top:2rem}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;align-items:baseline}
.state{color:var(--state);font-weight:600}
.state::before{content:"";display:inline-block;width:.65em;height:.65em;border-radius:50%;background:var(--state);margin-right:.45em}
.failed .state::before,.state.failed::before{border-radius:0}
.state.late::before{border-radius:50% 50% 0 0}
.days{display:flex;gap:1px;margin:.6rem 0 .3rem;position:relative}
.days li{flex:1;height:1.8rem;background:var(--state);border-radius:1px;min-width:1px}
.from{display:flex;justify-content:space-between;margin:0}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
.legend li::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.4em;background:var(--state)}
.days .none,.legend .none::before{background:var(--line)}
.days .unknown,.legend .unknown::before{background:repeating-linear-gradient(45deg,var(--unknown) 0 2px,transparent 2px 4px)}
.days .partly,.legend .partly::before{background:linear-gradient(var(--failed) 40%,var(--ok) 40%)}
.days .late,.legend .late::before{background:linear-gradient(var(--late) 25%,var(--ok) 25%)}
.days li:hover,.days li:focus{outline:2px solid var(--ink);outline-offset:1px}
.days span{position:absolute;left:0;right:0;top:calc(100% + .25rem);min-height:3rem;background:var(--page);font-size:.9rem;opacity:0;pointer-events:none}
.days li:hover span,.days li:focus span{opacity:1;z-index:1}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0}
footer{margin-top:2.5rem}
form{display:grid;gap:.75rem;max-width:22rem}
input,button{font:inherit;padding:.55rem .75rem;border:1px solid var(--quiet);border-radius:.4rem;background:var(--page);color:var(--ink)}
button{font-weight:600;cursor:pointer}
@media screen{:root.board{color-scheme:dark;${variables(DARK, 1, accent)}}
.board body{font-size:max(1rem,1.3vw)}
.board main{max-width:none;padding:2vw;display:grid;gap:1vw;grid-template-columns:repeat(auto-fill,minmax(max(15rem,22vw),1fr))}
.board main>*{grid-column:1/-1}
.board section:has(>.list),.board section>.list{display:contents}
.board section>.list>li{grid-column:auto;padding:1vw;border:2px solid var(--line);border-radius:.5rem;order:1}
.board section>.list>li:has(.state.late){border-color:var(--late);order:0}
.board section>.list>li:has(.state.failed){border-color:var(--failed);order:-1}
.board :is(header,article){order:-2}
.board .sum{font-size:max(1.6rem,3.5vw)}
.board :is(.days,.legend,form,footer,section:has(>details),section>h2,section>.list .quiet){display:none}}
@media print{:root{color-scheme:light}.days li{height:1rem}a{color:inherit}form{display:none}.list>li,h2{break-inside:avoid}h2{break-after:avoid}}
`;
