import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

interface Facts {
  account_id: string
  repository_id: string
  number: number | null
  url: string | null
  title: string
  merged_at: number
  reverted_at: number | null
  shipped_at: number | null
  promoted_at: number | null
  announce_on: string
  visibility: string | null
  kind: string | null
  magnitude: string | null
  confidence: string | null
  reason: string | null
  layer: string | null
  headline: string | null
  body: string | null
  links: number
  entry_state: string | null
  entry_kind: string | null
  entry_magnitude: string | null
}

/** Where the ledger has a merged record, and what the highlights tell of it: the words of the entry that covers it, where there are any. */
export async function settleHighlight(
  db: Db,
  kept: string,
  gone: string,
  isGoneTold: boolean,
): Promise<void> {
  const { rows: told } = await sql<{ pull_request_id: string; content: string }>`
    select pull_request_id, content from highlight where pull_request_id in (${kept}, ${gone})`.execute(db)
  const preferred = isGoneTold ? gone : kept
  const words = told.find(row => row.pull_request_id === preferred) ?? told[0]
  await sql`delete from highlight where pull_request_id in (${kept}, ${gone})`.execute(db)
  const facts = await factsOf(db, kept)
  const place = placeOf(facts)
  await sql`update pull_request set place = ${place} where id = ${kept}`.execute(db)
  const { number, url, headline, visibility } = facts
  const isHighlight = number !== null && url !== null && headline !== null && visibility === 'user-facing'
  if (!isHighlight || place === 'reverted' || place === 'dismissed') return
  const entry = facts.layer === 'person' ? null : facts
  const kind = entry?.entry_kind ?? facts.kind
  const magnitude = entry?.entry_magnitude ?? facts.magnitude
  const written = facts.body ? `${headline}\n\n${facts.body}` : headline
  const content = {
    number: Number(number),
    title: facts.title,
    codehost_url: url,
    merged_at: new Date(Number(facts.merged_at)).toISOString(),
    kind,
    visibility,
    magnitude,
    confidence: facts.confidence,
    reason: facts.reason,
    pitch: words ? JSON.parse(words.content).pitch : written,
    already_promoted: facts.promoted_at !== null,
  }
  await sql`insert into highlight
    (pull_request_id, account_id, repository_id, kind, magnitude, newest_first, content)
    values (${kept}, ${facts.account_id}, ${facts.repository_id}, ${kind}, ${magnitude},
      ${-Number(facts.merged_at)}, ${JSON.stringify(content)})`.execute(db)
}

async function factsOf(db: Db, id: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select pull.account_id, pull.repository_id, pull.number, pull.url, pull.title, pull.merged_at,
      pull.reverted_at, pull.shipped_at, pull.promoted_at, repository.announce_on,
      decision.visibility, decision.kind, decision.magnitude, decision.confidence, decision.reason, decision.layer,
      pitch.headline, pitch.body,
      (select count(*) from entry_pull_request every_link where every_link.pull_request_id = pull.id) as links,
      entry.state as entry_state,
      case when entry.primary_pull_request_id = pull.id and entry.origin <> 'import' then entry.kind end as entry_kind,
      case when entry.primary_pull_request_id = pull.id and entry.origin <> 'import' then entry.magnitude end
        as entry_magnitude
    from pull_request pull
    join repository on repository.id = pull.repository_id
    left join decision on decision.id = pull.decision_id
    left join pitch on pitch.pull_request_id = pull.id
    left join entry_pull_request link on link.pull_request_id = pull.id and link.live = 1
    left join entry on entry.id = link.entry_id
    where pull.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('A pull request vanished while it was merged.')
  return rows[0]
}

const PLACES: Record<string, string> = { draft: 'drafted', queued: 'queued', published: 'announced' }

function placeOf(facts: Facts): string {
  if (facts.reverted_at !== null) return 'reverted'
  const { entry_state: state } = facts
  if (state === 'draft' && facts.announce_on !== 'merge' && facts.shipped_at === null) return 'unshipped'
  if (state !== null && PLACES[state]) return PLACES[state]
  if (Number(facts.links) > 0) return 'dismissed'
  if (facts.promoted_at !== null) return 'announced'
  if (facts.visibility === null) return 'unclassified'
  return facts.visibility === 'internal' ? 'internal' : 'drafted'
}
