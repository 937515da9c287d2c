import palette from '../../src/platform/palette.css?raw'

/** Light or dark as the site is, whose `color-scheme` is inherited. Constructed, so that a page's policy on styles does not concern it. Pages set the properties that begin with `--tidings-`. */
export function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(STYLE)
  return made
}

const STYLE = `
${palette.replace(':root', ':host')}
:host {
  --tint: var(--tidings-accent, var(--accent));
  --surface: var(--tidings-surface, var(--floating));
  --text: var(--tidings-text, var(--ink));
  --radius: var(--tidings-radius, 8px);
  display: inline-block;
  font: 15px / 1.5 var(--tidings-font, system-ui, sans-serif);
}
:host([hidden]), [hidden] { display: none !important; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
* { box-sizing: border-box; }
button {
  min-height: 32px;
  padding: 4px 12px;
  border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
  border-radius: var(--radius);
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
:host > button { color: inherit; }
:focus-visible { outline: 2px solid var(--tint); outline-offset: 2px; }
h2:focus-visible { outline: none; }
.count {
  display: inline-block;
  min-width: 1.6em;
  margin-inline-start: 8px;
  padding: 0 6px;
  border-radius: 99px;
  background: var(--tint);
  color: var(--surface);
  font-size: 12px;
  font-weight: 600;
  line-height: 1.6;
}
dialog {
  position: fixed;
  inset: var(--top) var(--right) var(--bottom) var(--left);
  width: min(380px, calc(100vw - 16px));
  max-height: min(560px, var(--room));
  margin: 0;
  padding: 0;
  border: 1px solid color-mix(in srgb, var(--text) 25%, transparent);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--text);
  box-shadow: 0 12px 32px #0003;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: none; }
header, footer { display: flex; align-items: center; justify-content: space-between; padding: 10px 16px; }
header { border-bottom: 1px solid color-mix(in srgb, var(--text) 15%, transparent); }
footer { border-top: 1px solid color-mix(in srgb, var(--text) 15%, transparent); }
h2 { margin: 0; font-size: 16px; }
.close { min-width: 32px; padding: 0; border: 0; font-size: 20px; line-height: 1; }
.items { flex: 1; overflow-y: auto; padding: 0 16px; overscroll-behavior: contain; }
article { padding: 14px 0; overflow-wrap: anywhere; }
article + article { border-top: 1px solid color-mix(in srgb, var(--text) 15%, transparent); }
article > .quiet { margin: 0; }
.kind { margin-inline-end: 10px; color: var(--tint); font-weight: 600; }
.kind svg { width: 0.95em; height: 0.95em; margin-inline-end: 0.35em; vertical-align: -0.12em; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
.quiet { color: color-mix(in srgb, var(--text) 72%, transparent); font-size: 13px; }
h3 { margin: 2px 0 4px; font-size: 15px; line-height: 1.35; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
a { color: var(--tint); }
article :is(p, ul, ol, pre, blockquote) { margin: 4px 0; }
article :is(h2, h4) { margin: 10px 0 2px; font-size: 14px; }
ul, ol { padding-inline-start: 20px; }
pre { overflow-x: auto; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
@media (width < 30rem) {
  dialog { inset: auto 0 0; width: 100vw; max-width: 100vw; max-height: 80vh; border-radius: var(--radius) var(--radius) 0 0; }
  dialog::backdrop { background: #0006; }
}
@media (forced-colors: active) { .count { border: 1px solid; } }
`
