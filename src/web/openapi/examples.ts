const ENTRY = {
  id: '0d5b7c1a-3f0e-4b62-8a51-6d1f6f0a9c3e',
  url: 'https://github.com/acme/app/pull/812',
  title: 'Export reports as CSV',
  text: 'Finance teams can download any report as a CSV file, filters included.',
  time: '2026-11-20T09:30:00.000Z',
}
const FEED_ID = 'urn:uuid:9a1e4c55-2f0b-4c8e-b8a7-52a0a4f1c7d0'

export const JSON_EXAMPLE = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Acme changelog',
  feed_url: 'https://changelog.example.com/changelog/5f0c2b1e-6a0d-4c1c-9a57-3d0d8b8f6f11.json',
  language: 'en',
  authors: [{ name: 'Acme' }],
  _tidings: { about: 'https://changelog.example.com/docs#json-feed', id: FEED_ID, updated: ENTRY.time },
  items: [
    {
      id: `urn:uuid:${ENTRY.id}`,
      external_url: ENTRY.url,
      title: ENTRY.title,
      content_html: `<p>${ENTRY.text}</p>`,
      content_text: ENTRY.text,
      summary: ENTRY.text,
      date_published: ENTRY.time,
      date_modified: ENTRY.time,
      tags: ['feature'],
      _tidings: { kind: 'feature', magnitude: 'minor', pull_requests: [ENTRY.url] },
    },
  ],
}

export const ATOM_EXAMPLE = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${FEED_ID}</id>
<title>Acme changelog</title>
<updated>${ENTRY.time}</updated>
<author>
<name>Acme</name>
</author>
<entry>
<id>urn:uuid:${ENTRY.id}</id>
<title>${ENTRY.title}</title>
<published>${ENTRY.time}</published>
<updated>${ENTRY.time}</updated>
<link rel="alternate" type="text/html" href="${ENTRY.url}"/>
<category term="feature"/>
<summary>${ENTRY.text}</summary>
<content type="html">&lt;p&gt;${ENTRY.text}&lt;/p&gt;</content>
</entry>
</feed>
`

export const HIGHLIGHTS_EXAMPLE = {
  highlights: [
    {
      pr_id: '7c0a1a5e-58a4-4f3b-9d5e-0c5a4d5e2b11',
      repo: 'acme/app',
      number: 812,
      title: 'feat(reports): export any report as CSV',
      codehost_url: ENTRY.url,
      merged_at: '2026-11-19T16:04:00.000Z',
      kind: 'feature',
      visibility: 'user-facing',
      magnitude: 'minor',
      confidence: 'high',
      reason: 'The title is of type "feat" and code of the user interface changed.',
      pitch: `${ENTRY.title}\n\n${ENTRY.text}`,
      already_promoted: true,
    },
  ],
  window: { from: '2026-11-06T09:30:00.000Z', to: ENTRY.time, days: 14 },
  next_cursor: null,
}

const PROBLEMS = {
  invalid_parameter: {
    title: 'Invalid parameter',
    status: 400,
    detail: 'days accepts a whole number from 1 to 365.',
    parameters: [{ name: 'days', got: '400', accepts: 'a whole number from 1 to 365' }],
  },
  unauthorized: {
    title: 'Not signed in',
    status: 401,
    detail: 'The token is unknown, expired, revoked or made for another interface.',
  },
  insufficient_scope: {
    title: 'Not permitted',
    status: 403,
    detail: 'The token does not permit highlights:read.',
  },
  rate_limited: {
    title: 'Too many requests',
    status: 429,
    detail: 'One token may make 120 requests a minute. Wait 17 s.',
  },
  unavailable: {
    title: 'Unavailable',
    status: 503,
    detail: 'The database does not answer just now. Try again later.',
  },
}

export const problemExample = (code: keyof typeof PROBLEMS) => ({
  type: `https://changelog.example.com/docs/problems#${code}`,
  ...PROBLEMS[code],
})
