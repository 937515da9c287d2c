/** The text of an entry. `html` comes from the server, which sanitises it as it does for the feeds. */
export function Prose({ html }: { html: string }) {
  if (html === '') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place that shows HTML, and only the server's sanitised HTML.
  return <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
